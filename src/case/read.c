/* From the tables that the words made to plain structs, by the parameter tables: every field is known, of its
 * type and in its range, or the message says which line, what was given and what is allowed. */
#include "case/place.h"

#include <lauxlib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static JudderErr read_callable(const Place *place, const Param *param, int component, Function *function) {
    size_t value;
    /* As a number alone does. */
    const bool may_lack = param->type == PARAM_SIGNALS;
    TRY(read_function(place->read, lua_gettop(place->read->sandbox.lua), component, may_lack, function));
    /* math.sin and the like are written nowhere: the line of the field stands for them. */
    if (function->line <= 0) function->line = line_of_key(place, param->key, &value);
    return JUDDER_OK;
}

static JudderErr read_signal(const Place *place, const Param *param, int component, Signal *signal) {
    Case *read = place->read;
    lua_State *lua = read->sandbox.lua;
    CallPlace called;
    if (lua_type(lua, -1) == LUA_TNUMBER && param_allows(param, lua_tonumber(lua, -1))) {
        signal->constant = lua_tonumber(lua, -1);
        return JUDDER_OK;
    }
    if (lua_isfunction(lua, -1)) return read_callable(place, param, component, &signal->function);
    if (lua_istable(lua, -1) && words_of_table(read, -1, &called) == &table_of_word) {
        Block block;
        TRY(read_block(read, lua_gettop(lua), &table_of_word, called, &block));
        const TableOf *table = block.params;
        signal->t = table->t;
        signal->value = table->value;
        for (size_t i = 0; i < table->value.count; i++)
            REQUIRE(param_allows(param, table->value.at[i]), refuse(place, param));
        return JUDDER_OK;
    }
    return refuse(place, param);
}

/* One signal for each component: a function gives all, a list one each, anything else the first. */
static JudderErr read_signals(const Place *place, const Param *param, Signal *signals) {
    lua_State *lua = place->read->sandbox.lua;
    CallPlace called;
    if (lua_isfunction(lua, -1)) {
        for (int i = 0; i < param->components; i++) TRY(read_signal(place, param, i, &signals[i]));
        return JUDDER_OK;
    }
    if (!lua_istable(lua, -1) || words_of_table(place->read, -1, &called))
        return read_signal(place, param, 0, &signals[0]);
    size_t count;
    TRY(list_length(place, param, &count));
    REQUIRE(count >= 1 && count <= (size_t)param->components, refuse(place, param));
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(lua, -1, (lua_Integer)i + 1);
        TRY(read_signal(place, param, 0, &signals[i]));
        lua_pop(lua, 1);
    }
    return JUDDER_OK;
}

/* A vector: a list of signals, of whatever length the model wants, or a function that gives all. */
static JudderErr read_vector(const Place *place, const Param *param, SignalVector *vector) {
    lua_State *lua = place->read->sandbox.lua;
    CallPlace called;
    const size_t room = sizeof vector->at / sizeof *vector->at;
    if (lua_isfunction(lua, -1)) {
        for (size_t i = 0; i < room; i++) TRY(read_signal(place, param, (int)i, &vector->at[i]));
        return JUDDER_OK;
    }
    REQUIRE(lua_istable(lua, -1) && !words_of_table(place->read, -1, &called), refuse(place, param));
    TRY(list_length(place, param, &vector->count));
    REQUIRE(vector->count >= 1, refuse(place, param));
    for (size_t i = 0; i < vector->count && i < room; i++) {
        lua_rawgeti(lua, -1, (lua_Integer)i + 1);
        TRY(read_signal(place, param, 0, &vector->at[i]));
        lua_pop(lua, 1);
    }
    return JUDDER_OK;
}

JudderErr read_word(const Place *place, const Param *param, Block *block) {
    Case *read = place->read;
    lua_State *lua = read->sandbox.lua;
    CallPlace called;
    const Word *word = lua_istable(lua, -1) ? words_of_table(read, -1, &called) : NULL;
    REQUIRE(word && strcmp(word->kind, param->of) == 0, refuse(place, param));
    return read_block(read, lua_gettop(lua), word, called, block);
}

static JudderErr read_words(const Place *place, const Param *param, BlockList *list) {
    Case *read = place->read;
    lua_State *lua = read->sandbox.lua;
    CallPlace called;
    const bool single = !lua_istable(lua, -1) || words_of_table(read, -1, &called);
    size_t count = 1;
    if (!single) TRY(list_length(place, param, &count));
    REQUIRE(count >= 1, refuse(place, param));
    list->at = arena_zero(&read->arena, count * sizeof *list->at);
    REQUIRE(list->at, error_memory());
    list->count = count;
    if (single) return read_word(place, param, &list->at[0]);
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(lua, -1, (lua_Integer)i + 1);
        TRY(read_word(place, param, &list->at[i]));
        lua_pop(lua, 1);
    }
    return JUDDER_OK;
}

/* Defaults of signals, which the tables of words cannot write: of several components the first. */
static void preset_signals(const Word *word, char *params) {
    for (const Param *p = word->params; p && p->key; p++) {
        if (p->type == PARAM_SIGNAL || p->type == PARAM_SIGNALS)
            ((Signal *)(void *)(params + p->offset))->constant = p->preset;
        if (p->type == PARAM_TABLE) preset_signals(p->table, params + p->offset);
    }
}

/* A short file can need much memory: lists of words that share long lists, words that hold themselves. */
static JudderErr refuse_excess(Case *read, int line) {
    JudderErr err = JUDDER_OK;
    if (read->depth > CASE_DEEPEST)
        err = error_input(NULL, "words are nested more than %d deep", CASE_DEEPEST);
    else if (read->arena.used > CASE_LARGEST)
        err = error_input(NULL, "the case describes more than %d MB", CASE_LARGEST >> 20);
    else if (sandbox_is_late(&read->sandbox))
        err = error_input(NULL, "the case takes too long to read: %g s are allowed",
                          read->sandbox.limits.seconds);
    if (err != JUDDER_OK) error_locate(read->file, line);
    return err;
}

static JudderErr read_fields(const Place *place, int index, void *params, int *lines);

static JudderErr read_nested(const Place *place, const Param *param, void *field) {
    lua_State *lua = place->read->sandbox.lua;
    CallPlace called;
    if (param->or_true && lua_isboolean(lua, -1)) return JUDDER_OK; /* the defaults are there */
    REQUIRE(lua_istable(lua, -1) && !words_of_table(place->read, -1, &called), refuse(place, param));
    Place inner = {.read = place->read, .word = param->table};
    inner.line = line_of_key(place, param->key, &inner.bracket);
    TRY(read_fields(&inner, lua_gettop(lua), field, NULL));
    return param->table->check ? at_key(&inner, error_field(), param->table->check(field)) : JUDDER_OK;
}

/* A list of plain tables, each a block of its own so that its lines are known later. */
static JudderErr read_tables(const Place *place, const Param *param, BlockList *list) {
    Case *read = place->read;
    lua_State *lua = read->sandbox.lua;
    CallPlace called;
    size_t count, value, fields = 0;
    REQUIRE(lua_istable(lua, -1) && !words_of_table(read, -1, &called), refuse(place, param));
    TRY(list_length(place, param, &count));
    list->at = arena_zero(&read->arena, (count + 1) * sizeof *list->at);
    REQUIRE(list->at, error_memory());
    list->count = count;
    for (const Param *p = param->table->params; p->key; p++) fields++;
    const int line = line_of_key(place, param->key, &value);
    if (value == read->length && place->word->items && strcmp(place->word->items, param->key) == 0)
        value = place->bracket; /* entries without a name stand in the word's own table */
    for (size_t i = 0; i < count; i++) {
        Place inner = {.read = read, .word = param->table, .line = line};
        const int own = locate_item(read->text, read->length, value, i, &inner.bracket);
        if (own) inner.line = own;
        lua_rawgeti(lua, -1, (lua_Integer)i + 1);
        REQUIRE(lua_istable(lua, -1) && !words_of_table(read, -1, &called), refuse(place, param));
        TRY(refuse_excess(read, inner.line));
        int *lines = arena_zero(&read->arena, (fields + 1) * sizeof *lines);
        Block *block = &list->at[i];
        *block = (Block){param->table, arena_zero(&read->arena, param->table->size + 1), read->file,
                         inner.line, lines};
        REQUIRE(lines && block->params, error_memory());
        word_presets(param->table, block->params);
        preset_signals(param->table, block->params);
        TRY(read_fields(&inner, lua_gettop(lua), block->params, lines));
        if (param->table->check) TRY(block_locate(block, param->table->check(block->params)));
        lua_pop(lua, 1);
    }
    return JUDDER_OK;
}

JudderErr read_choice(const Place *place, const Param *param, int *choice) {
    lua_State *lua = place->read->sandbox.lua;
    const int found = lua_type(lua, -1) == LUA_TSTRING ? choice_find(param->choices, lua_tostring(lua, -1))
                                                       : -1;
    REQUIRE(found >= 0, refuse(place, param));
    *choice = found;
    return JUDDER_OK;
}

static JudderErr read_choice_or_function(const Place *place, const Param *param, ChoiceOrFunction *field) {
    if (lua_isfunction(place->read->sandbox.lua, -1)) return read_callable(place, param, 0, &field->function);
    return read_choice(place, param, &field->choice);
}

static JudderErr read_choice_or_numbers(const Place *place, const Param *param, ChoiceOrNumbers *field) {
    if (!lua_istable(place->read->sandbox.lua, -1)) return read_choice(place, param, &field->choice);
    TRY(read_numbers(place, param, &field->numbers, 1));
    REQUIRE(field->numbers.count > 0, refuse(place, param));
    return JUDDER_OK;
}

static JudderErr read_text(const Place *place, const Param *param, const char **field) {
    lua_State *lua = place->read->sandbox.lua;
    REQUIRE(lua_type(lua, -1) == LUA_TSTRING, refuse(place, param));
    const char *text = lua_tostring(lua, -1);
    *field = arena_text(&place->read->arena, text, strlen(text));
    REQUIRE(*field, error_memory());
    return JUDDER_OK;
}

/* One number counts as a list of one. */
static JudderErr read_list(const Place *place, const Param *param, Numbers *field) {
    lua_State *lua = place->read->sandbox.lua;
    if (lua_type(lua, -1) == LUA_TNUMBER) {
        lua_createtable(lua, 1, 0);
        lua_pushvalue(lua, -2);
        lua_rawseti(lua, -2, 1);
        lua_replace(lua, -2);
    }
    REQUIRE(lua_istable(lua, -1), refuse(place, param));
    return read_numbers(place, param, field, 1);
}

/* The value on top of the stack into its field. */
static JudderErr read_field(const Place *place, const Param *param, void *field) {
    lua_State *lua = place->read->sandbox.lua;
    const int type = lua_type(lua, -1);
    const double number = type == LUA_TNUMBER ? lua_tonumber(lua, -1) : NAN;
    switch (param->type) {
    case PARAM_NUMBER:
        REQUIRE(param_allows(param, number), refuse(place, param));
        *(double *)field = number;
        return JUDDER_OK;
    case PARAM_COUNT:
        REQUIRE(param_allows(param, number) && number == floor(number) && fabs(number) <= 0x1p53,
                refuse(place, param));
        *(long *)field = (long)number;
        return JUDDER_OK;
    case PARAM_FLAG:
        REQUIRE(type == LUA_TBOOLEAN, refuse(place, param));
        *(bool *)field = lua_toboolean(lua, -1);
        return JUDDER_OK;
    case PARAM_TEXT:
    case PARAM_FILE: return read_text(place, param, field);
    case PARAM_CHOICE: return read_choice(place, param, field);
    case PARAM_NUMBERS: return read_list(place, param, field);
    case PARAM_POINTS:
        REQUIRE(type == LUA_TTABLE, refuse(place, param));
        return read_numbers(place, param, field, 2);
    case PARAM_SIGNAL: return read_signal(place, param, 0, field);
    case PARAM_SIGNALS: return read_signals(place, param, field);
    case PARAM_VECTOR: return read_vector(place, param, field);
    case PARAM_FUNCTION:
        REQUIRE(lua_isfunction(lua, -1), refuse(place, param));
        return read_callable(place, param, 0, field);
    case PARAM_CHOICE_OR_NUMBERS: return read_choice_or_numbers(place, param, field);
    case PARAM_CHOICE_OR_FUNCTION: return read_choice_or_function(place, param, field);
    case PARAM_WORD: return read_word(place, param, field);
    case PARAM_WORDS: return read_words(place, param, field);
    case PARAM_TABLE: return read_nested(place, param, field);
    case PARAM_TABLES: return read_tables(place, param, field);
    case PARAM_MATRIX: return read_matrix(place, param, field);
    case PARAM_GROUPS: return read_groups(place, param, field);
    }
    return JUDDER_OK;
}

static void list_keys(const Word *word, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (const Param *p = word->params; p && p->key && used < size; p++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", p->key);
}

static JudderErr refuse_key(const Place *place, const char *key) {
    NearWord near = near_start(key);
    for (const Param *p = place->word->params; p && p->key; p++) near_offer(&near, p->key);
    char keys[400];
    list_keys(place->word, keys, sizeof keys);
    if (near.best)
        return at_key(
            place, key,
            error_input(key, "%s has no field %.60s: did you mean %s?", place->word->name, key, near.best));
    return at_key(place, key,
                  error_input(key, "%s has no field %.60s: its fields are %s", place->word->name, key,
                              keys[0] ? keys : "none"));
}

/* Every key of the table must be a param of the word; of several others the first by name is refused. */
static JudderErr refuse_unknown_keys(const Place *place, int index) {
    lua_State *lua = place->read->sandbox.lua;
    const char *unknown = NULL;
    for (lua_pushnil(lua); lua_next(lua, index); lua_pop(lua, 1)) {
        if (lua_type(lua, -2) != LUA_TSTRING) {
            const JudderErr err = error_input(
                NULL, "%s has a value without a name: its fields are written name = value",
                place->word->name);
            error_locate(place->read->file, place->line);
            return err;
        }
        const char *key = lua_tostring(lua, -2);
        if (!word_param(place->word, key) && (!unknown || strcmp(key, unknown) < 0)) unknown = key;
    }
    return unknown ? refuse_key(place, unknown) : JUDDER_OK;
}

static JudderErr refuse_missing(const Place *place, const Param *param) {
    char allowed[320];
    param_describe(param, allowed, sizeof allowed);
    const JudderErr err = error_input(param->key, "%s needs the field %s: %s", place->word->name, param->key,
                                      allowed);
    error_locate(place->read->file, place->line);
    return err;
}

static JudderErr read_fields(const Place *place, int index, void *params, int *lines) {
    lua_State *lua = place->read->sandbox.lua;
    luaL_checkstack(lua, 20, "tables nested too deeply");
    TRY(refuse_unknown_keys(place, index));
    for (const Param *p = place->word->params; p && p->key; p++) {
        lua_pushstring(lua, p->key);
        lua_rawget(lua, index);
        const bool is_false = lua_isboolean(lua, -1) && !lua_toboolean(lua, -1);
        if (lua_isnil(lua, -1) || (p->or_true && is_false)) {
            REQUIRE(p->need != PARAM_REQUIRED, refuse_missing(place, p));
        } else {
            size_t value;
            if (lines) lines[p - place->word->params] = line_of_key(place, p->key, &value);
            TRY(read_field(place, p, (char *)params + p->offset));
        }
        lua_pop(lua, 1);
    }
    return JUDDER_OK;
}

JudderErr read_block(Case *read, int index, const Word *word, CallPlace called, Block *block) {
    TRY(refuse_excess(read, called.line));
    size_t count = 0;
    for (const Param *p = word->params; p && p->key; p++) count++;
    int *lines = arena_zero(&read->arena, (count + 1) * sizeof *lines);
    void *params = arena_zero(&read->arena, word->size + 1);
    REQUIRE(lines && params, error_memory());
    word_presets(word, params);
    preset_signals(word, params);
    const Place place = {read, word, called.line, locate_word(read->text, read->length, called, word->name)};
    read->depth++;
    TRY(read_fields(&place, index, params, lines));
    read->depth--;
    *block = (Block){word, params, read->file, called.line, lines};
    return word->check ? block_locate(block, word->check(params)) : JUDDER_OK;
}
