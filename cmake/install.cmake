# What `make install` puts where. Paths inside the files are relative, so that a prefix can be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
install(TARGETS judder judder-fe RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS judder_library judder_fe_library LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/libjudder.a ${CMAKE_CURRENT_BINARY_DIR}/libjudder_fe.a DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/judder.h include/judder_fe.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/judder DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

string(JOIN " " PRIVATE_LIBRARIES ${LUA_LDFLAGS} ${HDF5_LDFLAGS} ${LAPACKE_LDFLAGS} ${FFTW_LDFLAGS} ${SNDFILE_LDFLAGS} ${CLP_LDFLAGS} -lpthread -lm)
string(JOIN " " PRIVATE_FE_LIBRARIES ${SLEPC_LDFLAGS} ${HDF5_LDFLAGS} ${CLP_LDFLAGS} -lm)
configure_file(cmake/judder.pc.in judder.pc @ONLY)
configure_file(cmake/judder_fe.pc.in judder_fe.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/judder.pc ${CMAKE_CURRENT_BINARY_DIR}/judder_fe.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
configure_file(cmake/judder-config.cmake.in judder-config.cmake @ONLY)
write_basic_package_version_file(judder-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/judder-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/judder-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/judder)

# Man pages and completions are written by the program itself.
set(self ${CMAKE_CURRENT_BINARY_DIR}/self)
add_custom_command(OUTPUT ${self}/done
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${self}
  COMMAND judder manual man ${self}/man
  COMMAND judder manual completions ${self}/completions
  COMMAND ${CMAKE_COMMAND} -E touch ${self}/done DEPENDS judder VERBATIM)
add_custom_target(self_description ALL DEPENDS ${self}/done)
install(DIRECTORY ${self}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${self}/completions/judder.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME judder)
install(FILES ${self}/completions/_judder DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${self}/completions/judder.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

add_custom_target(installed DEPENDS judder judder-fe judder_library judder_fe_library judder_static judder_fe_static self_description)

# Python looks for packages of the system elsewhere than for those of other prefixes.
install(CODE "
  set(folder lib/python3/dist-packages)
  if(NOT CMAKE_INSTALL_PREFIX STREQUAL /usr)
    execute_process(COMMAND /usr/bin/python3 -c \"import sys; print(f'python{sys.version_info[0]}.{sys.version_info[1]}')\"
      OUTPUT_VARIABLE python OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(python)
      set(folder lib/\${python}/dist-packages)
    endif()
  endif()
  file(INSTALL DESTINATION \${CMAKE_INSTALL_PREFIX}/\${folder} TYPE DIRECTORY FILES ${CMAKE_CURRENT_SOURCE_DIR}/python/judder
    PATTERN __pycache__ EXCLUDE)")
