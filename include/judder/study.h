/* Cases: the studies of a case file or text, with everything they find in memory, in a file, or both. */
#ifndef JUDDER_STUDY_H
#define JUDDER_STUDY_H

#include "judder/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What --set gives: a param of the case, as it would be written there ("0.5", "5*mm"). */
typedef struct judder_setting {
    const char *key, *value;
} judder_setting;

typedef struct judder_case {
    const char *file; /* the case; with a text, the name that stands for it in messages */
    const char *text; /* NULL: the file is read */
    const judder_setting *settings;
    size_t setting_count;
} judder_case;

typedef struct judder_run_options {
    const char *output; /* a result file; NULL: the run stays in memory */
    bool resume;        /* go on from the checkpoint that an interrupted run left beside the output */
    double checkpoint;  /* seconds between checkpoints of a run with output; 0: 60 */
    bool progress;      /* on stderr */
    bool (*go_on)(
        void *context); /* called a few times a second; false: the run ends with what it has. May be NULL */
    void *context;
} judder_run_options;

/* Values of a study, as in JSON. */
typedef struct judder_value judder_value;
typedef enum judder_value_kind {
    JUDDER_VALUE_NULL,
    JUDDER_VALUE_NUMBER,
    JUDDER_VALUE_COUNT,
    JUDDER_VALUE_FLAG,
    JUDDER_VALUE_TEXT,
    JUDDER_VALUE_LIST,
    JUDDER_VALUE_OBJECT
} judder_value_kind;
JUDDER_API judder_value_kind judder_value_kind_of(const judder_value *value);
JUDDER_API double judder_value_number(const judder_value *value); /* NAN if it is none */
JUDDER_API bool judder_value_flag(const judder_value *value);
JUDDER_API const char *judder_value_text(const judder_value *value); /* "" if it is none */
JUDDER_API size_t judder_value_length(const judder_value *value);    /* of a list or an object */
JUDDER_API const judder_value *judder_value_at(const judder_value *value, size_t position);
JUDDER_API const char *judder_value_key(const judder_value *object, size_t position);
JUDDER_API const judder_value *judder_value_get(const judder_value *object,
                                                const char *key); /* NULL: not there */

typedef struct judder_series {
    const char *name, *unit;
    const double *at;
    size_t count;
} judder_series;

typedef struct judder_field {
    const char *name, *unit; /* unit "" if its columns have their own */
    const char *columns;     /* "z [m], v_1 [m/s]"; "" if they have no names */
    const double *at;        /* row by row */
    size_t rows, count;      /* columns */
} judder_field;

typedef struct judder_happening {
    double t;
    const char *kind, *place;
    double from, to;
} judder_happening;

typedef struct judder_study {
    const char *study, *name;    /* its word, and its name in the case */
    const char *outcome;         /* "done", "stopped", "failed" */
    const char *reason, *note;   /* "" if none */
    const judder_value *values;  /* an object: what the manual lists */
    const judder_value *probes;  /* an object of lists */
    const judder_series *series; /* over time */
    size_t series_count;
    const judder_field *fields;
    size_t field_count;
    const judder_happening *events;
    size_t event_count;
    /* The answer in one sentence, and how sure it is: "proved", "checked", "computed", "unanswered" (the
     * state cannot answer the question). "" of studies that give none. */
    const char *verdict, *certainty;
} judder_study;

typedef struct judder_run judder_run;

/* What a name in results means. */
typedef struct judder_meaning {
    const char *unit; /* "": a count, a ratio, a flag or a text */
    const char *text;
} judder_meaning;
/* Of a value ("list.value" inside a list of objects), else of a series or probe, else of a field. model and
 * study may be NULL: any. False: there is no such name; meaning may be NULL. */
JUDDER_API bool judder_study_meaning(const char *model, const char *study, const char *name,
                                     judder_meaning *meaning);

/* Whether the case is of a body, which judder_fe_case_run (judder_fe.h) or the program judder-fe computes. */
JUDDER_API judder_status judder_case_is_body(const judder_case *given, bool *body);
/* Reads and checks a case; *plan (may be NULL) gets what would be done, a line a study, to be destroyed. */
JUDDER_API judder_status judder_case_check(const judder_case *given, char **plan);
/* Does the studies. A run that ends without its goal is no failure: its studies say so.
 * options may be NULL. */
JUDDER_API judder_status judder_case_run(const judder_case *given, const judder_run_options *options,
                                         judder_run **run);
/* A result file of any run, read as a whole. The programs read a file of strangers in a child process
 * first, since HDF5 may fall over a damaged one; a library starts no process, so do not open here
 * what you do not trust. */
JUDDER_API judder_status judder_run_open(const char *result_file, judder_run **run);
JUDDER_API void judder_run_destroy(judder_run **run);

/* Every study reached its goal, and the file, if there is one, has its seal: it is as the run left it. */
JUDDER_API bool judder_run_complete(const judder_run *run);
JUDDER_API const char *judder_run_model(const judder_run *run);
JUDDER_API size_t judder_run_studies(const judder_run *run, const judder_study **studies);
/* The study of that name; NULL if there is none. */
JUDDER_API const judder_study *judder_run_study(const judder_run *run, const char *name);
/* A series of a study; NULL if there is none. */
JUDDER_API const judder_series *judder_study_series(const judder_study *study, const char *name);

/* What `judder run --json` prints, to be destroyed. */
JUDDER_API judder_status judder_run_json(const judder_run *run, char **json);
/* The run as a result file: one in memory is written, the file of another is copied. */
JUDDER_API judder_status judder_run_save(const judder_run *run, const char *result_file);
/* Its figures as a piece of HTML, to be destroyed. */
JUDDER_API judder_status judder_run_figures(const judder_run *run, char **html);
/* A result file as one page. */
JUDDER_API judder_status judder_report(const char *result_file, const char *html_file);

#ifdef __cplusplus
}
#endif

#endif
