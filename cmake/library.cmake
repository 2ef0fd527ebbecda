# libjudder.so and libjudder.a from the objects of the programs: only judder_ names leave them.
file(GLOB_RECURSE library_sources CONFIGURE_DEPENDS src/library/*.c)
add_library(judder_library_objects OBJECT ${library_sources})
target_include_directories(judder_library_objects PUBLIC include)
target_link_libraries(judder_library_objects PUBLIC judder_core)
set_target_properties(judder_library_objects PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)

# A shared library of objects, with a map of what it exports.
function(shared_library target name map)
  add_library(${target} SHARED ${ARGN})
  target_include_directories(${target} PUBLIC include)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
    C_VISIBILITY_PRESET hidden LINKER_LANGUAGE C LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${map})
  target_link_options(${target} PRIVATE -Wl,--as-needed -Wl,--version-script=${CMAKE_CURRENT_SOURCE_DIR}/${map})
endfunction()
shared_library(judder_library judder src/library/exports.map $<TARGET_OBJECTS:judder_library_objects>)
target_link_libraries(judder_library PRIVATE judder_core)

# The library of bodies holds a copy of what it needs of the other, hidden, and leaves the questions about runs to it.
file(GLOB library_fe_sources CONFIGURE_DEPENDS src/library_fe/*.c)
add_library(judder_fe_objects OBJECT ${library_fe_sources} src/library/owned.c src/library/run/run.c src/library/run/fill.c)
target_include_directories(judder_fe_objects PUBLIC include)
target_link_libraries(judder_fe_objects PUBLIC judder_core petsc)
set_target_properties(judder_fe_objects PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
shared_library(judder_fe_library judder_fe src/library_fe/exports.map $<TARGET_OBJECTS:judder_fe_objects>)
target_include_directories(judder_fe_library SYSTEM INTERFACE ${MPI_INCLUDE_DIRS})
target_link_libraries(judder_fe_library PRIVATE judder_fe_studies petsc)
target_link_libraries(judder_fe_library PUBLIC judder_library)

# A static library is one object whose other names are local, so that they cannot meet those of a program.
function(static_library name keep objects)
  set(archives)
  foreach(archive ${ARGN})
    list(APPEND archives $<TARGET_FILE:${archive}>)
  endforeach()
  set(library ${CMAKE_CURRENT_BINARY_DIR}/lib${name}.a)
  add_custom_command(OUTPUT ${library}
    COMMAND ${CMAKE_LINKER} -r -o ${name}_whole.o $<TARGET_OBJECTS:${objects}> --start-group ${archives} --end-group
    COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=${keep} ${name}_whole.o
    COMMAND ${CMAKE_COMMAND} -E rm -f ${library}
    COMMAND ${CMAKE_AR} rcs ${library} ${name}_whole.o
    COMMAND ${CMAKE_COMMAND} -E rm -f ${name}_whole.o
    DEPENDS ${objects} ${ARGN} $<TARGET_OBJECTS:${objects}>
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${name}_static ALL DEPENDS ${library})
endfunction()
static_library(judder "judder_*" judder_library_objects judder_core)
static_library(judder_fe "judder_fe_*" judder_fe_objects judder_core judder_fe_core judder_fe_studies)
