"""`render`: every view in every format, without a display, carrying its provenance."""

import json
import struct
import unittest
import xml.etree.ElementTree
import zlib

import numpy

from harness import SMALL, Case, changes

VIEWS = ("overview", "attention-heatmap", "mlp-heatmap", "attention-spectrum", "mlp-spectrum",
         "block-norms")
SIZES = changes(SMALL)


def png_chunks(data):
    """Type and content of each chunk, checksums checked."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    place = 8
    while place < len(data):
        size, kind = struct.unpack(">I4s", data[place:place + 8])
        content = data[place + 8:place + 8 + size]
        checksum, = struct.unpack(">I", data[place + 8 + size:place + 12 + size])
        assert checksum == zlib.crc32(kind + content), kind
        yield kind, content
        place += 12 + size


def png_text(data):
    """The text chunks by keyword, whichever of the three kinds they are."""
    texts = {}
    for kind, content in png_chunks(data):
        if kind == b"tEXt":
            key, _, value = content.partition(b"\0")
            texts[key.decode("latin-1")] = value.decode("latin-1")
        elif kind == b"zTXt":
            key, _, rest = content.partition(b"\0")
            texts[key.decode("latin-1")] = zlib.decompress(rest[1:]).decode("latin-1")
        elif kind == b"iTXt":
            key, _, rest = content.partition(b"\0")
            compressed = rest[0] == 1
            _, _, rest = rest[2:].partition(b"\0")
            _, _, value = rest.partition(b"\0")
            texts[key.decode()] = (zlib.decompress(value) if compressed else value).decode()
    return texts


def png_pixels(data):
    """Rows of an 8-bit RGB or RGBA picture, as (height, width, channels)."""
    chunks = list(png_chunks(data))
    width, height, depth, colour, *_ = struct.unpack(">IIBBBBB", chunks[0][1])
    assert depth == 8 and colour in (2, 6), (depth, colour)
    channels = 3 if colour == 2 else 4
    lines = zlib.decompress(b"".join(content for kind, content in chunks if kind == b"IDAT"))
    stride = width * channels
    rows = numpy.zeros((height + 1, stride + channels), dtype=numpy.uint8)
    for y in range(height):
        start = y * (stride + 1)
        method = lines[start]
        line = numpy.frombuffer(lines, dtype=numpy.uint8, count=stride, offset=start + 1)
        above, out = rows[y], rows[y + 1]
        if method == 0:
            out[channels:] = line
        elif method == 2:
            out[channels:] = line + above[channels:]
        else:
            for i in range(stride):
                left, up, corner = int(out[i]), int(above[i + channels]), int(above[i])
                if method == 1:
                    guess = left
                elif method == 3:
                    guess = (left + up) // 2
                else:
                    near = left + up - corner
                    guess = min((left, up, corner), key=lambda value: abs(near - value))
                out[i + channels] = (int(line[i]) + guess) & 255
    return rows[1:, channels:].reshape(height, width, channels)


class RenderTest(Case):
    def render(self, view, name, *words):
        path = self.folder / name
        self.succeed("render", "default", "--view", view, *SIZES, *words, "-o", path)
        return path.read_bytes()

    def test_png(self):
        pictures = set()
        for view in VIEWS:
            data = self.render(view, "figure.png", "--size", "640x480")
            self.assertEqual(struct.unpack(">II", next(png_chunks(data))[1][:8]), (640, 480))
            pixels = png_pixels(data)
            colours = len(numpy.unique(pixels.reshape(-1, pixels.shape[-1]), axis=0))
            self.assertGreater(colours, 16, f"{view} is hardly a figure")
            pictures.add(data)
        self.assertEqual(len(pictures), len(VIEWS))

    def test_exports_are_white_by_default_and_dark_on_request(self):
        corner = png_pixels(self.render("overview", "figure.png", "--size", "640x480"))[0, 0, :3]
        self.assertEqual(list(corner), [255, 255, 255])
        corner = png_pixels(self.render("overview", "figure.png", "--size", "640x480", "--set",
                                        "view.theme=dark"))[0, 0, :3]
        self.assertLess(max(corner), 100)

    def test_scale(self):
        data = self.render("overview", "figure.png", "--size", "640x480", "--scale", "2")
        self.assertEqual(struct.unpack(">II", next(png_chunks(data))[1][:8]), (1280, 960))

    def test_the_scale_of_the_screen_does_not_matter(self):
        path = self.folder / "figure.png"
        words = ["render", "default", "--view", "overview", *SIZES, "-o", path]
        self.succeed(*words)
        plain = path.read_bytes()
        for env in ({"QT_SCALE_FACTOR": "2"}, {"QT_FONT_DPI": "192"}, {"DISPLAY": ":4711"},
                    {"QT_QPA_PLATFORM": "xcb"}, {"QT_STYLE_OVERRIDE": "windows"}):
            self.succeed(*words, env=env)
            self.assertEqual(path.read_bytes(), plain, env)

    def test_svg(self):
        for view in VIEWS:
            data = self.render(view, "figure.svg", "--size", "640x480")
            root = xml.etree.ElementTree.fromstring(data)
            self.assertEqual(root.get("viewBox"), "0 0 640 480", view)

    def test_pdf(self):
        for view in VIEWS:
            data = self.render(view, "figure.pdf")
            self.assertTrue(data.startswith(b"%PDF-"))
            self.assertTrue(data.rstrip().endswith(b"%%EOF"))
            self.assertNotIn(b"/DCTDecode", data, "heatmaps must not be stored as JPEG")

    def test_csv(self):
        for view in VIEWS:
            text = self.render(view, "figure.csv").decode()
            lines = [line for line in text.splitlines() if not line.startswith("#")]
            columns = lines[0].count(",")
            self.assertGreater(len(lines), 3, view)
            self.assertTrue(all(line.count(",") == columns for line in lines), view)

    def test_npz(self):
        for view in VIEWS:
            self.render(view, "figure.npz")
            with numpy.load(self.folder / "figure.npz", allow_pickle=False) as archive:
                arrays = {name: archive[name] for name in archive.files}
            self.assertIn("scenario_json", arrays)
            self.assertGreater(len(arrays), 3, view)

    def test_extension_in_either_case(self):
        self.assertTrue(self.render("block-norms", "FIGURE.PNG").startswith(b"\x89PNG"))

    def test_heatmap_data_are_the_entries(self):
        arrays = self.compute({**SMALL, "view.part": "outer"})
        self.render("attention-heatmap", "figure.npz", "--set", "view.part=outer")
        with numpy.load(self.folder / "figure.npz") as archive:
            shown = [archive[name] for name in archive.files
                     if archive[name].shape == arrays["attention_hessian_outer"].shape]
        self.assertEqual(len(shown), 1)
        self.assertTrue((shown[0] == arrays["attention_hessian_outer"]).all())


class ProvenanceTest(Case):
    FIELDS = {**SMALL, "data.seed": 41, "view.part": "functional", "view.overlays": "outer",
              "view.values": "signed"}

    def exported(self, extension, view="overview"):
        path = self.folder / f"figure.{extension}"
        self.succeed("render", "default", "--view", view, *changes(self.FIELDS), "-o", path)
        return path

    def check(self, text):
        """Somewhere in the text stands the complete scenario, with its view."""
        start = text.index("{")
        scenario, _ = json.JSONDecoder().raw_decode(text[start:])
        self.assertEqual(scenario["data"]["seed"], 41)
        self.assertEqual(scenario["view"]["part"], "functional")
        self.assertEqual(scenario["view"]["overlays"], ["outer"])
        self.assertEqual(len(scenario["attention"]), 11)

    def test_png_svg_csv_npz_carry_scenario_version_and_loss(self):
        texts = png_text(self.exported("png").read_bytes())
        whole = "\n".join(f"{key} {value}" for key, value in texts.items())
        self.check(next(value for value in texts.values() if "attention" in value))
        svg = self.exported("svg").read_text(encoding="utf-8")
        root = xml.etree.ElementTree.fromstring(svg)
        self.check(next(element.text for element in root.iter()
                        if element.text and '"attention"' in element.text))
        csv = self.exported("csv").read_text(encoding="utf-8")
        self.check("\n".join(line[1:] for line in csv.splitlines() if line.startswith("#")))
        with numpy.load(self.exported("npz")) as archive:
            self.check(bytes(archive["scenario_json"]).decode())
            npz = " ".join([*archive.files, *(str(archive[name]) for name in archive.files)])
        version = self.succeed("--version").stdout.split()[1]
        for text in (whole, svg, csv, npz):
            self.assertIn(version, text)
            self.assertIn("loss", text)

    def test_pdf_carries_the_scenario(self):
        data = self.exported("pdf").read_bytes()
        plain = data + b"".join(self.streams(data))
        texts = (plain, plain.replace(b"\0", b""))
        self.assertTrue(any(b"functional" in text and b"sequence_length" in text
                            for text in texts))

    @staticmethod
    def streams(data):
        for piece in data.split(b"stream\n")[1::2]:
            try:
                yield zlib.decompressobj().decompress(piece)
            except zlib.error:
                pass

    def test_an_exported_figure_is_a_scenario(self):
        """The same picture comes out of what another picture carries."""
        wanted = self.exported("png").read_bytes()
        for extension in ("png", "svg", "csv", "npz"):
            source = self.exported(extension)
            again = self.folder / "again.png"
            self.succeed("render", source, "--view", "overview", "-o", again)
            self.assertEqual(again.read_bytes(), wanted, extension)


class NoDisplayTest(Case):
    """`hessianscope [FILE]` where there is no window system."""

    def test_the_overview_is_drawn_to_a_file(self):
        for env in ({}, {"DISPLAY": ":4711"}, {"QT_QPA_PLATFORM": "xcb"},
                    {"WAYLAND_DISPLAY": "wayland-4711"}):
            result = self.succeed(*SIZES, cwd=self.folder, env=env)
            self.assertIn("hessianscope-overview.png", result.stdout)
            path = self.folder / "hessianscope-overview.png"
            self.succeed("render", "default", *SIZES, "--view", "overview", "-o",
                         self.folder / "figure.png")
            self.assertEqual(path.read_bytes(), (self.folder / "figure.png").read_bytes())
            path.unlink()

    def test_it_replaces_its_own_pictures_and_nothing_else(self):
        self.succeed(*SIZES, cwd=self.folder)
        self.succeed(*SIZES, "--set", "data.seed=2", cwd=self.folder)
        self.assertEqual(self.leftovers(), ["hessianscope-overview.png"])
        path = self.folder / "hessianscope-overview.png"
        path.write_bytes(b"somebody's own")
        result = self.succeed(*SIZES, cwd=self.folder)
        self.assertEqual(path.read_bytes(), b"somebody's own")
        self.assertIn("hessianscope-overview-2.png", result.stdout)

    def test_it_opens_a_file(self):
        path = self.write("scenario.json", json.dumps(
            {"hessianscope": 1, "data": {"sequence_length": 3}, "attention": {"d_model": 2}}))
        self.succeed(path, "--set", "data.seed=9", cwd=self.folder)
        texts = png_text((self.folder / "hessianscope-overview.png").read_bytes())
        scenario = json.loads(next(text for text in texts.values() if "attention" in text))
        self.assertEqual((scenario["data"]["sequence_length"], scenario["data"]["seed"]), (3, 9))

    def test_a_missing_file_fails(self):
        result = self.refuse(1, "none.json", cwd=self.folder)
        self.assertIn("none.json cannot be read: No such file or directory", result.stderr)
        self.assertEqual(self.leftovers(), [])

    def test_an_unwritable_folder_fails(self):
        result = self.refuse(1, *SIZES, cwd="/proc")
        self.assertIn("hessianscope-overview.png cannot be written", result.stderr)


if __name__ == "__main__":
    unittest.main()
