# Writes a C++ file that holds preset files as string literals, those of each folder in byte order of their names.
#
#     cmake -D "FILES=<file>;<file>…" -D OUTPUT=<file>.cpp -P embed_resources.cmake
cmake_minimum_required(VERSION 3.25)

# Compilers need not take a string literal longer than this.
set(longest_literal 65536)

function(literal_of file result)
    file(READ ${file} text)
    string(LENGTH "${text}" length)
    if(length GREATER_EQUAL longest_literal)
        message(FATAL_ERROR "${file} has ${length} characters, more than one string literal may have")
    endif()
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "\n" "\\n\"\n        \"" text "${text}")
    set(${result} "\"${text}\"" PARENT_SCOPE)
endfunction()

# whole_models is the variable wholeModels.
function(camel_case folder result)
    string(REPLACE "_" ";" words ${folder})
    list(POP_FRONT words name)
    foreach(word IN LISTS words)
        string(SUBSTRING ${word} 0 1 initial)
        string(SUBSTRING ${word} 1 -1 rest)
        string(TOUPPER ${initial} initial)
        string(APPEND name ${initial}${rest})
    endforeach()
    set(${result} ${name} PARENT_SCOPE)
endfunction()

# The array of one folder's files, named by their stems.
function(array_of folder result)
    set(names)
    foreach(file IN LISTS FILES)
        cmake_path(GET file PARENT_PATH parent)
        cmake_path(GET parent FILENAME parent)
        if(parent STREQUAL folder)
            cmake_path(GET file STEM LAST_ONLY name)
            list(APPEND names ${name})
            set(file_of_${name} ${file})
        endif()
    endforeach()
    list(SORT names COMPARE STRING)
    list(LENGTH names count)
    set(entries)
    foreach(name IN LISTS names)
        literal_of(${file_of_${name}} literal)
        string(APPEND entries "    Preset{\"${name}\",\n        ${literal}},\n")
    endforeach()
    camel_case(${folder} variable)
    set(${result} "constexpr std::array<Preset, ${count}> ${variable}Files{{\n${entries}}};\n\n" PARENT_SCOPE)
endfunction()

set(arrays)
set(spans)
foreach(folder IN ITEMS models whole_models systems frameworks cases studies spaces)
    array_of(${folder} array)
    string(APPEND arrays "${array}")
    camel_case(${folder} variable)
    string(APPEND spans "constinit const std::span<const Preset> ${variable}{${variable}Files};\n")
endforeach()
file(WRITE ${OUTPUT} "// Made from resources/ by embed_resources.cmake.
#include \"frontend/bundled_resources.h\"

#include <array>

namespace planscope::bundled {
namespace {

${arrays}} // namespace

${spans}
} // namespace planscope::bundled
")
