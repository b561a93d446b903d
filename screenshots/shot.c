/* shot.c - write an SVG picture of a screen that gprowse --screen=SIZE,styles has printed
 *
 *	gprowse --screen=80x24,styles ... | shot >picture.svg
 *
 * The colours are those on a terminal (screen/styles.def), on a dark background.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { CELLS = 400, LINES = 200, WIDTH = 9, HEIGHT = 18, BASELINE = 13, MARGIN = 12 };

/* Constants that styles.def takes from curses, which is not linked here. */
enum {
	COLOR_RED = 1, COLOR_GREEN, COLOR_YELLOW, COLOR_BLUE, COLOR_MAGENTA, COLOR_CYAN,
	COLOR_WHITE,
};
enum { A_NORMAL, A_BOLD = 1, A_DIM = 2, A_REVERSE = 4, A_UNDERLINE = 8 };

static const struct look {
	char letter;
	int color, attributes;
} looks[] = {
#define STYLE(name, letter, color, with, without) { letter, color, with },
#include "screen/styles.def"
#undef STYLE
};

/* The colours of frames, as numbers of the 256 colours of xterm. */
static const struct frame_color {
	char letter;
	int color;
} frame_colors[] = {
#define FRAME_COLOR(letter, many, few) { letter, many },
#include "screen/framecolors.def"
#undef FRAME_COLOR
};

enum {
	EIGHTHS = 8,
	FULL_BLOCK = 0x2588,		/* the seven characters after it are narrower blocks */
	COLOR_ROOM = 40,
};

static const char *const palette[] = {
	"#1c1c1c", "#e06c6c", "#8fbf6f", "#d9b35a", "#6f9fd8", "#c586c0", "#5fb3b3", "#d4d4d4",
};
/* The values of red, green and blue in colours 16 to 231 of xterm. */
static const int steps[] = { 0, 95, 135, 175, 215, 255 };
static const char background[] = "#1c1c1c", foreground[] = "#d4d4d4", found[] = "#d9b35a";

struct line {
	wchar_t text[CELLS + 1];	/* a character for each cell; 0 in the cell after a wide
					 * character */
	char styles[CELLS + 1];		/* a letter of styles.def or framecolors.def for each
					 * cell */
};

static bool
read_line(char *bytes, size_t size)
{
	if (fgets(bytes, (int)size, stdin) == NULL)
		return false;
	bytes[strcspn(bytes, "\n")] = '\0';
	return true;
}

/* Sets the cells of LINE, which are blank, to the characters of BYTES.  A wide character covers two
 * cells. */
static void
put_cells(struct line *line, const char *bytes)
{
	size_t left = strlen(bytes), cell = 0;
	mbstate_t state = { 0 };

	while (left > 0 && cell < CELLS) {
		wchar_t c;
		size_t n = mbrtowc(&c, bytes, left, &state);
		int width;

		if (n == (size_t)-1 || n == (size_t)-2 || n == 0)
			return;
		width = wcwidth(c);
		if (width > 0)
			line->text[cell] = c;
		if (width > 1)
			line->text[cell + 1] = 0;
		cell += width > 0 ? (size_t)width : 0;
		bytes += n;
		left -= n;
	}
}

static const struct look *
find_look(char letter)
{
	if (letter >= 'A' && letter <= 'Z')
		letter = (char)(letter - 'A' + 'a');
	for (size_t i = 0; i < sizeof(looks) / sizeof(looks[0]); i++)
		if (looks[i].letter == letter)
			return &looks[i];
	return &looks[0];
}

static bool
is_cursor(char letter)
{
	return letter == '>' || (letter >= 'A' && letter <= 'Z');
}

static void
print_escaped(const wchar_t *text, int n)
{
	for (int i = 0; i < n; i++)
		switch (text[i]) {
		case 0:
			break;
		case '<':
			fputs("&lt;", stdout);
			break;
		case '>':
			fputs("&gt;", stdout);
			break;
		case '&':
			fputs("&amp;", stdout);
			break;
		default:
			printf("%lc", (wint_t)text[i]);
		}
}

/* Sets TEXT, COLOR_ROOM bytes, to the colour of the cells with LETTER if they are frames.  Returns
 * false if they are not. */
static bool
frame_paper(char letter, char *text)
{
	if (letter == 'S' || letter == 'f' || letter == 's') {
		snprintf(text, COLOR_ROOM, "%s", letter == 'f' ? found : foreground);
		return true;
	}
	for (size_t i = 0; i < sizeof(frame_colors) / sizeof(frame_colors[0]); i++)
		if (frame_colors[i].letter == letter) {
			int c = frame_colors[i].color - 16, gray = 8 + 10 * (c - 216);

			if (c >= 216)
				snprintf(text, COLOR_ROOM, "#%02x%02x%02x", gray, gray, gray);
			else
				snprintf(text, COLOR_ROOM, "#%02x%02x%02x", steps[c / 36],
					steps[c / 6 % 6], steps[c % 6]);
			return true;
		}
	return false;
}

static void
print_rect(int x, int y, int width, const char *color)
{
	printf("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", x, y, width,
		HEIGHT, color);
}

/* Is cell X of LINE an edge of a frame, drawn as a block that fills a part of the cell? */
static bool
is_edge(const struct line *line, int x)
{
	char paper[COLOR_ROOM];

	return line->text[x] > FULL_BLOCK && line->text[x] < FULL_BLOCK + EIGHTHS
		&& (frame_paper(line->styles[x], paper) || (line->styles[x] == '.'
			&& frame_paper(line->styles[x + 1], paper)));
}

/* Draws cell X of LINE, line Y of the screen.  A frame ends inside this cell, or the next frame
 * begins inside it, or both. */
static void
print_edge(const struct line *line, int y, int x)
{
	int left = MARGIN + x * WIDTH, top = MARGIN + y * HEIGHT;
	int eighths = EIGHTHS - (int)(line->text[x] - FULL_BLOCK);
	char color[COLOR_ROOM];

	if (frame_paper(line->styles[x + 1], color))
		print_rect(left, top, WIDTH, color);
	if (!frame_paper(line->styles[x], color))
		snprintf(color, sizeof(color), "%s", background);
	print_rect(left, top, (WIDTH * eighths + EIGHTHS / 2) / EIGHTHS, color);
}

/* Draws cells FROM to TO - 1 of LINE, line Y of the screen.  They have the same style. */
static void
print_run(const struct line *line, int y, int from, int to)
{
	char letter = line->styles[from];
	const struct look *look = find_look(letter);
	const char *ink = look->color < 0 ? foreground : palette[look->color];
	const char *paper = background, *other;
	int x = MARGIN + from * WIDTH, top = MARGIN + y * HEIGHT;
	char frame[COLOR_ROOM];

	if (letter != 'S' && letter != 's' && letter != 'f' && frame_paper(letter, frame)) {
		ink = background;
		paper = frame;
	}
	if (letter == 'f' || letter == 'F')
		ink = found;
	if (((look->attributes & A_REVERSE) != 0) != (is_cursor(letter) || letter == 'f')) {
		other = ink;
		ink = paper;
		paper = other;
	}
	if (paper != background)
		printf("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
			x, top, (to - from) * WIDTH, HEIGHT, paper);
	if (look->attributes & A_UNDERLINE)
		printf("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"1\" fill=\"%s\"/>\n",
			x, top + HEIGHT - 2, (to - from) * WIDTH, ink);
	while (from < to && (line->text[from] == ' ' || line->text[from] == 0))
		from++;
	while (to > from && line->text[to - 1] == ' ')
		to--;
	if (from == to)
		return;
	printf("<text x=\"%d\" y=\"%d\" textLength=\"%d\" fill=\"%s\"%s%s>", MARGIN + from * WIDTH,
		top + BASELINE, (to - from) * WIDTH, ink,
		look->attributes & A_BOLD ? " font-weight=\"bold\"" : "",
		look->attributes & A_DIM ? " opacity=\"0.6\"" : "");
	print_escaped(line->text + from, to - from);
	puts("</text>");
}

static void
print_line(const struct line *line, int y, int width)
{
	int from = 0;

	for (int x = 0; x <= width; x++) {
		bool edge = x < width && is_edge(line, x);

		if (x > from && (x == width || edge || line->styles[x] != line->styles[from])) {
			print_run(line, y, from, x);
			from = x;
		}
		if (edge) {
			print_edge(line, y, x);
			from = x + 1;
		}
	}
}

int
main(void)
{
	static struct line lines[LINES];
	char bytes[CELLS * 8];
	int n = 0, width = 0;

	setlocale(LC_ALL, "");
	while (n < LINES && read_line(bytes, sizeof(bytes))) {
		wmemset(lines[n].text, L' ', CELLS);
		put_cells(&lines[n], bytes);
		if (!read_line(bytes, sizeof(bytes)) || strlen(bytes) > CELLS) {
			fputs("shot: needs lines of text and of styles in turn\n", stderr);
			return 1;
		}
		strcpy(lines[n].styles, bytes);
		if (width < (int)strlen(bytes))
			width = (int)strlen(bytes);
		n++;
	}
	printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		"font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"15\" "
		"shape-rendering=\"crispEdges\" "
		"xml:space=\"preserve\">\n"
		"<style>text { white-space: pre }</style>\n"
		"<rect width=\"100%%\" height=\"100%%\" rx=\"6\" fill=\"%s\"/>\n",
		2 * MARGIN + width * WIDTH, 2 * MARGIN + n * HEIGHT, background);
	for (int y = 0; y < n; y++)
		print_line(&lines[y], y, width);
	puts("</svg>");
	return 0;
}
