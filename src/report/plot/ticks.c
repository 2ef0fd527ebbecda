#include "report/plot/ticks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    int exponent;
    const char *text;
} prefixes[] = {{-12, "p"}, {-9, "n"}, {-6, "\xC2\xB5"}, {-3, "m"}, {0, ""},
                {3, "k"},   {6, "M"},  {9, "G"},         {12, "T"}};

/* Units that take a prefix; others are left as they are. */
static const char *const scalable[] = {"s", "m", "m/s", "Pa", "Hz", "N", "J", "W", "J/m2", NULL};

static bool takes_prefix(const char *unit) {
    for (const char *const *known = scalable; *known; known++)
        if (strcmp(*known, unit) == 0) return true;
    return false;
}

static void power_of_ten(int exponent, char *text, size_t size) {
    static const char *const digits[] = {"\xE2\x81\xB0", "\xC2\xB9",     "\xC2\xB2",     "\xC2\xB3",
                                         "\xE2\x81\xB4", "\xE2\x81\xB5", "\xE2\x81\xB6", "\xE2\x81\xB7",
                                         "\xE2\x81\xB8", "\xE2\x81\xB9"};
    char plain[8];
    snprintf(plain, sizeof plain, "%d", exponent < 0 ? -exponent % 1000 : exponent % 1000);
    size_t used = (size_t)snprintf(text, size, "10%s", exponent < 0 ? "\xE2\x81\xBB" : "");
    for (const char *c = plain; *c && used < size; c++)
        used += (size_t)snprintf(text + used, size - used, "%s", digits[*c - '0']);
}

/* Numbers near one: by the prefix of the unit, or by a power of ten where there is none. */
static void choose_factor(double largest, const char *unit, Ticks *ticks) {
    const int exponent = largest > 0 ? (int)floor(log10(largest) + 1e-9) : 0;
    ticks->factor = 1;
    ticks->prefix[0] = '\0';
    if (takes_prefix(unit) && (exponent < -1 || exponent > 2)) {
        int three = (int)floor(exponent / 3.0) * 3;
        three = three < -12 ? -12 : three > 12 ? 12 : three;
        for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
            if (prefixes[i].exponent == three) strcpy(ticks->prefix, prefixes[i].text);
        ticks->factor = pow(10, three);
        if (exponent - three > 3 || exponent - three < -1) ticks->factor = 0;
    } else if (exponent < -3 || exponent > 4) {
        ticks->factor = 0;
    }
    if (ticks->factor != 0) return;
    power_of_ten(exponent, ticks->prefix, sizeof ticks->prefix);
    ticks->factor = pow(10, exponent);
}

static double nice_step(double rough) {
    const double power = pow(10, floor(log10(rough))), part = rough / power;
    const double steps[] = {1, 2, 2.5, 5, 10};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (part <= steps[i] * (1 + 1e-9)) return steps[i] * power;
    return 10 * power;
}

/* Digits after the point that a step needs. */
static int decimals(double step) {
    for (int digits = 0; digits < 14; digits++) {
        const double scaled = step * pow(10, digits);
        if (fabs(scaled - nearbyint(scaled)) < 1e-6 * scaled) return digits;
    }
    return 14;
}

static void minus_sign(char *text, size_t size) {
    char copy[TICK_TEXT];
    if (text[0] != '-') return;
    snprintf(copy, sizeof copy, "%s", text + 1);
    snprintf(text, size, "\xE2\x88\x92%.*s", TICK_TEXT - 4, copy);
}

static void linear_ticks(double low, double high, size_t wanted, Ticks *ticks) {
    const double step = nice_step((high - low) / (double)(wanted > 1 ? wanted : 2));
    const int digits = decimals(step / ticks->factor);
    const double first = ceil(low / step - 1e-9);
    for (size_t i = 0; ticks->count < TICKS_MOST; i++) {
        const double value = (first + (double)i) * step;
        if (value > high + 1e-9 * step) break;
        Tick *tick = &ticks->at[ticks->count++];
        tick->value = fmin(fmax(value, low), high);
        double shown = value / ticks->factor;
        if (fabs(value) < 1e-9 * step) shown = 0;
        snprintf(tick->text, sizeof tick->text, "%.*f", digits, shown);
        minus_sign(tick->text, sizeof tick->text);
    }
}

/* decade: written as a power of ten. */
static void log_tick(double value, bool minor, bool decade, Ticks *ticks) {
    if (ticks->count == TICKS_MOST) return;
    Tick *tick = &ticks->at[ticks->count++];
    *tick = (Tick){.value = value, .minor = minor};
    if (minor) return;
    const int exponent = (int)nearbyint(log10(value));
    if (decade)
        power_of_ten(exponent, tick->text, sizeof tick->text);
    else
        snprintf(tick->text, sizeof tick->text, "%.4g", value);
}

static void log_ticks(double low, double high, size_t wanted, Ticks *ticks) {
    const double slack = 1e-9;
    const int first = (int)ceil(log10(low) - slack), last = (int)floor(log10(high) + slack);
    ticks->factor = 1;
    ticks->prefix[0] = '\0';
    if (last - first < 1) {
        /* Less than two powers of ten: ticks as on a straight axis, or 1, 2, 5. */
        if (high / low < 4) {
            linear_ticks(low, high, wanted, ticks);
            return;
        }
        for (int e = first - 1; e <= last + 1; e++)
            for (int i = 0; i < 3; i++) {
                const double value = (i == 0 ? 1 : i == 1 ? 2 : 5) * pow(10, e);
                if (value >= low * (1 - slack) && value <= high * (1 + slack))
                    log_tick(fmin(fmax(value, low), high), false, false, ticks);
            }
        return;
    }
    int every = 1;
    while ((last - first) / every + 1 > (int)(wanted > 2 ? wanted : 2)) every++;
    const bool minors = every == 1 && last - first < 2, powers = first < -2 || last > 3;
    for (int e = first - 1; e <= last; e++) {
        if (e >= first && (e - first) % every == 0)
            log_tick(fmin(fmax(pow(10, e), low), high), false, powers, ticks);
        for (int i = 2; minors && i < 10; i++) {
            const double value = i * pow(10, e);
            if (value >= low && value <= high) log_tick(value, true, false, ticks);
        }
    }
}

void ticks_make(const TickWish *wish, Ticks *ticks) {
    *ticks = (Ticks){.factor = 1};
    if (wish->log) {
        log_ticks(wish->low, wish->high, wish->wanted, ticks);
        return;
    }
    choose_factor(fmax(fabs(wish->low), fabs(wish->high)), wish->unit ? wish->unit : "", ticks);
    linear_ticks(wish->low, wish->high, wish->wanted, ticks);
}

/* Room for the arithmetic of axes: what lies beyond is drawn at the edge. */
static const double largest = 8e307, smallest = 1e-300;

static void pad_log(double *low, double *high) {
    *low = fmin(fmax(*low, smallest), 1 / smallest);
    *high = fmin(fmax(*high, *low), 1 / smallest);
    if (*high <= *low * 1.0001) *low /= 2, *high *= 2;
    const double part = pow(*high / *low, 0.04);
    *low /= part, *high *= part;
}

void range_pad(double *low, double *high, bool log) {
    if (!(*low <= *high)) *low = log ? 0.1 : 0, *high = 1;
    if (log) {
        pad_log(low, high);
        return;
    }
    *low = fmin(fmax(*low, -largest), largest), *high = fmin(fmax(*high, -largest), largest);
    const double size = fmax(fabs(*low), fabs(*high)), range = *high / 2 - *low / 2;
    if (range <= 1e-12 * size || range < smallest) {
        const double half = size > smallest ? 0.1 * size : size > 0 ? 10 * smallest : 1;
        *low -= half, *high += half;
        return;
    }
    *low -= 0.1 * range, *high += 0.1 * range;
}

void number_show(double number, char text[40]) {
    if (!isfinite(number)) {
        strcpy(text, isnan(number) ? "none" : number > 0 ? "\xE2\x88\x9E" : "\xE2\x88\x92\xE2\x88\x9E");
        return;
    }
    char plain[32], power[24];
    snprintf(plain, sizeof plain, "%.5g", fabs(number));
    const char *minus = signbit(number) ? "\xE2\x88\x92" : "";
    char *e = strchr(plain, 'e');
    if (!e) {
        snprintf(text, 40, "%s%s", minus, plain);
        return;
    }
    power_of_ten((int)strtol(e + 1, NULL, 10), power, sizeof power);
    *e = '\0';
    const bool one = strcmp(plain, "1") == 0;
    snprintf(text, 40, "%s%.9s%s%s", minus, one ? "" : plain, one ? "" : "\xC2\xB7", power);
}
