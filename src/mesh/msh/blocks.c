#include "mesh/msh/reader.h"

#include <inttypes.h>

JudderErr reader_blocks(Reader *reader, const MshBlocks *blocks) {
    static const int least_block[2] = {8, 20};
    Source *source = &reader->source;
    int64_t number, count, extreme, left, read = 0;
    TRY(source_size(source, &number));
    TRY(source_check_count(source, number, "blocks", least_block));
    TRY(source_size(source, &count));
    TRY(source_check_count(source, count, blocks->what, blocks->least));
    TRY(source_size(source, &extreme));
    TRY(source_size(source, &extreme));
    left = count;
    for (int64_t b = 0; b < number; b++) {
        TRY(blocks->read(reader, left, &read));
        left -= read;
    }
    REQUIRE(left == 0, source_error(source, "%s promised %" PRId64 " %s, its blocks have %" PRId64,
                                    source->section, count, blocks->what, count - left));
    return JUDDER_OK;
}
