# libjudder.so and libjudder.a from the objects of the programs: only judder_ names leave them.
file(GLOB library_sources CONFIGURE_DEPENDS src/library/*.c)
add_library(judder_library_objects OBJECT ${library_sources})
target_include_directories(judder_library_objects PUBLIC include)
target_link_libraries(judder_library_objects PUBLIC judder_core)
set_target_properties(judder_library_objects PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)

# A shared library of objects and whole archives, with a map of what it exports.
function(shared_library target name map)
  add_library(${target} SHARED ${ARGN})
  target_include_directories(${target} PUBLIC include)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
    C_VISIBILITY_PRESET hidden LINKER_LANGUAGE C LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${map})
  target_link_options(${target} PRIVATE -Wl,--as-needed -Wl,--version-script=${CMAKE_CURRENT_SOURCE_DIR}/${map})
endfunction()
shared_library(judder_library judder src/library/exports.map $<TARGET_OBJECTS:judder_library_objects>)
target_link_libraries(judder_library PRIVATE "$<LINK_LIBRARY:WHOLE_ARCHIVE,judder_core>")

# The static library is one object whose other names are local, so that they cannot meet those of a program.
set(static_library ${CMAKE_CURRENT_BINARY_DIR}/libjudder.a)
add_custom_command(OUTPUT ${static_library}
  COMMAND ${CMAKE_LINKER} -r -o judder_whole.o $<TARGET_OBJECTS:judder_library_objects> --whole-archive $<TARGET_FILE:judder_core> --no-whole-archive
  COMMAND ${CMAKE_OBJCOPY} --localize-hidden judder_whole.o
  COMMAND ${CMAKE_COMMAND} -E rm -f ${static_library}
  COMMAND ${CMAKE_AR} rcs ${static_library} judder_whole.o
  COMMAND ${CMAKE_COMMAND} -E rm -f judder_whole.o
  DEPENDS judder_library_objects judder_core $<TARGET_OBJECTS:judder_library_objects>
  COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(judder_static ALL DEPENDS ${static_library})
