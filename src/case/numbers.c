/* Lists of numbers, of pairs and of rows. */
#include "case/place.h"

JudderErr read_numbers(const Place *place, const Param *param, Numbers *numbers, size_t pair) {
    Case *read = place->read;
    lua_State *lua = read->sandbox.lua;
    size_t count, entries = 0;
    TRY(list_length(place, param, &count));
    numbers->at = arena_zero(&read->arena, (count * pair + 1) * sizeof(double));
    REQUIRE(numbers->at, error_memory());
    numbers->count = count * pair;
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(lua, -1, (lua_Integer)i + 1);
        if (pair == 2 && lua_istable(lua, -1)) TRY(list_length(place, param, &entries));
        const bool is_pair = pair == 2 && lua_istable(lua, -1) && entries == 2;
        for (size_t j = 0; j < pair; j++) {
            if (is_pair) lua_rawgeti(lua, -1, (lua_Integer)j + 1);
            if ((pair == 2 && !is_pair) || lua_type(lua, -1) != LUA_TNUMBER ||
                !param_allows(param, lua_tonumber(lua, -1)))
                return refuse(place, param);
            numbers->at[i * pair + j] = lua_tonumber(lua, -1);
            if (is_pair) lua_pop(lua, 1);
        }
        lua_pop(lua, 1);
    }
    return JUDDER_OK;
}

/* One row of a matrix, on top of the stack. */
static JudderErr read_row(const Place *place, const Param *param, double *row, size_t columns) {
    lua_State *lua = place->read->sandbox.lua;
    for (size_t j = 0; j < columns; j++) {
        lua_rawgeti(lua, -1, (lua_Integer)j + 1);
        if (lua_type(lua, -1) != LUA_TNUMBER || !param_allows(param, lua_tonumber(lua, -1)))
            return refuse(place, param);
        row[j] = lua_tonumber(lua, -1);
        lua_pop(lua, 1);
    }
    return JUDDER_OK;
}

static JudderErr refuse_row(const Place *place, const Param *param, size_t row, size_t given, size_t needed) {
    return at_key(place, param->key,
                  error_input(param->key,
                              "row %zu of %s has %zu numbers: needed are %zu, as in the first row", row,
                              param->key, given, needed));
}

JudderErr read_matrix(const Place *place, const Param *param, Matrix *matrix) {
    Case *read = place->read;
    lua_State *lua = read->sandbox.lua;
    CallPlace called;
    REQUIRE(lua_istable(lua, -1), refuse(place, param));
    if (words_of_table(read, -1, &called)) return read_word(place, param, &matrix->from);
    size_t rows, columns = 0, count;
    TRY(list_length(place, param, &rows));
    REQUIRE(rows >= 1, refuse(place, param));
    for (size_t i = 0; i < rows; i++) {
        lua_rawgeti(lua, -1, (lua_Integer)i + 1);
        REQUIRE(lua_istable(lua, -1), refuse(place, param));
        TRY(list_length(place, param, &count));
        if (i == 0) {
            columns = count;
            /* Rows may be one table many times: what they would need together is requested at once. */
            REQUIRE(columns >= 1, refuse(place, param));
            REQUIRE(columns <= CASE_LARGEST / sizeof(double) / rows,
                    at_key(place, param->key,
                           error_input(param->key, "%s has %zu rows of %zu numbers: allowed is %d MB",
                                       param->key, rows, columns, CASE_LARGEST >> 20)));
            matrix->at = arena_zero(&read->arena, rows * columns * sizeof *matrix->at);
            REQUIRE(matrix->at, error_memory());
        }
        REQUIRE(count == columns, refuse_row(place, param, i + 1, count, columns));
        TRY(read_row(place, param, matrix->at + i * columns, columns));
        lua_pop(lua, 1);
    }
    matrix->rows = rows;
    matrix->columns = columns;
    return JUDDER_OK;
}
