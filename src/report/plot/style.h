/* The style sheets and the script of a page, put into the program when it is built (page.css, figure.css,
 * page.js). */
#ifndef JUDDER_REPORT_STYLE_H
#define JUDDER_REPORT_STYLE_H

extern const char page_css[], figure_css[], page_js[];

#endif
