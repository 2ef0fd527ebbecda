#include "results/place/output.h"
#include "results/value.h"
#include "results/vtu/vtu.h"
#include "results/vtu/xml.h"

JudderErr pvd_write(const PlaceWish *where, const PvdEntry *entries, size_t count) {
    Output output;
    TRY(output_open(&output, where));
    fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
          "byte_order=\"LittleEndian\">\n<Collection>\n",
          output.file);
    for (size_t i = 0; i < count; i++) {
        char time[VALUE_NUMBER_SIZE];
        value_format_number(entries[i].time, time);
        fprintf(output.file, "<DataSet timestep=\"%s\" part=\"0\" file=", time);
        xml_attribute(output.file, entries[i].file);
        fputs("/>\n", output.file);
    }
    fputs("</Collection>\n</VTKFile>\n", output.file);
    return output_close(&output);
}
