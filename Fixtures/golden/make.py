#!/usr/bin/env python3
"""Makes the golden files of this directory from docs/formats, by other means than the program.

    python3 Fixtures/golden/make.py          writes them anew
    python3 Fixtures/golden/make.py --check  tells whether they are what would be written
    python3 Fixtures/golden/make.py --example  prints the example of docs/formats/transaction.md

  histories/<name>.jsonl   histories as JSON Lines, one transaction a line
  histories/<name>.json    what they are in binary: for each log its transactions in order, each with
                           canonical form, chain and payload (one segment a log), in hexadecimal
  histories/initial.state.json   the state that the history `initial` comes to (docs/formats/state.md)
  spellings.jsonl          lines that all spell the first transaction, each in another way
  segments/<name>/<log>/   logs as segment files
  remote/                  a directory where logs are exchanged, with one log in pieces
  segments/index.json      what is in them: library, log, transactions (canonical form and chain)
  library/<name>           files that make a folder a library (docs/formats/library.md)
  view/format-1            who keeps the album view (docs/formats/view.md); with files in it: -hard
  source/<name>            directories that are albums', each with its file's name (docs/formats/source.md)
  import-step/intent       what an import is to put where (docs/formats/import-step.md)
  remote-git/repository    a log in a git repository (docs/formats/remote-git.md), for git fast-import
  remote-git/index         its publications: the pieces of each, and the tree that holds the log then
  exchange/nas             what is known of a remote (docs/formats/machine-state.md)
  waiting.jsonl            transactions that wait for others of their log (docs/formats/waiting.md)

Only the standard library is needed; the same files come out each time.
"""

import hashlib
import json
import os
import random
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))

# docs/formats/transaction.md, "Operation" and "Names": a name's code is its place from 1.
KINDS = """asset.add asset.set asset.trash asset.restore asset.purge tag.add tag.remove
  album.create album.set album.delete album.restore ref.add ref.remove ref.move copy.add copy.remove
  log.set log.retire""".split()
NAMES = """asset album observed field value position title type parent tag filename path size captured
  width height duration purges content place log at caption rating favorite hidden latitude longitude
  partOf role cover note name application""".split()
ORIGINS = ["command", "folder", "replay"]


# Values: (type, payload) with the types of jsonl.md's table.

def text(value): return ("text", value)
def whole(value): return ("int", value)
def real(value): return ("double", struct.pack("<d", value))
def bits(word): return ("double", struct.pack("<Q", word))
def raw(hexadecimal): return ("bytes", bytes.fromhex(hexadecimal))
def ident(value): return ("id", value)
def digest(value): return ("digest", value)
def dots(*values): return ("dots", list(values))
def sequence(*values): return ("list", list(values))
def mapping(**values): return ("map", dict(values))


NULL, NO, YES = ("null", None), ("no", None), ("yes", None)


def utf8(value): return value.encode("utf-8")


def name_order(name):
    return (0, NAMES.index(name), b"") if name in NAMES else (1, 0, utf8(name))


# Primitives

def varint(number):
    assert 0 <= number < 1 << 64
    out = bytearray()
    while number > 0x7F:
        out.append(number % 128 + 128)
        number //= 128
    out.append(number)
    return bytes(out)


def zigzag(number):
    """Takes the number modulo 2^64 as a signed one."""
    number = (number + (1 << 63)) % (1 << 64) - (1 << 63)
    return varint(2 * number if number >= 0 else -2 * number - 1)


def counted_text(value):
    return varint(len(utf8(value))) + utf8(value)


class Tables:
    """The three tables of a segment."""

    def __init__(self):
        self.lists = {"id": [], "digest": [], "text": []}
        self.known = {"id": {}, "digest": {}, "text": {}}
        self.old = {"id": 0, "digest": 0, "text": 0}

    def reference(self, table, thing):
        places = self.known[table]
        if thing not in places:
            places[thing] = len(self.lists[table])
            self.lists[table].append(thing)
        return varint(places[thing])

    def form(self, begin):
        out = b""
        for table, things in self.lists.items():
            new = things[begin[table]:]
            out += varint(len(new))
            for thing in new:
                out += counted_text(thing) if table == "text" else bytes.fromhex(thing)
        return out

    def new(self):
        out = self.form(self.old)
        self.old = {table: len(things) for table, things in self.lists.items()}
        return out


class Binary:
    """Writes bodies: with tables for a segment, without for the canonical form."""

    def __init__(self, tables=None):
        self.tables = tables
        self.hlc = 0
        self.context = {}

    def ref(self, table, thing):
        return self.tables.reference(table, thing) if self.tables else bytes.fromhex(thing)

    def dot(self, value):
        log, seq = value.split(":")
        return self.ref("id", log) + varint(int(seq))

    def content(self, value):
        kind, what = value
        if kind in ("null", "no", "yes"):
            return b""
        if kind == "int":
            return zigzag(what)
        if kind == "double":
            return what
        if kind == "text":
            return counted_text(what)
        if kind == "bytes":
            return varint(len(what)) + what
        if kind in ("id", "digest"):
            return self.ref(kind, what)
        if kind == "dots":
            return varint(len(what)) + b"".join([self.dot(dot) for dot in what])
        if kind == "list":
            return varint(len(what)) + b"".join(
                [bytes([WIRE[each[0]]]) + self.content(each) for each in what])
        if kind == "map":
            return varint(len(what)) + b"".join(
                [counted_text(name) + bytes([WIRE[what[name][0]]]) + self.content(what[name])
                 for name in sorted(what, key=utf8)])
        raise ValueError(kind)

    def field(self, name, value):
        wire = WIRE[value[0]]
        if value[0] == "text" and name in ("type", "tag") and self.tables:
            wire, content = 12, lambda: self.ref("text", value[1])
        elif value[0] == "text" and name == "field" and value[1] in NAMES:
            wire, content = 13, lambda: bytes([NAMES.index(value[1]) + 1])
        else:
            content = lambda: self.content(value)
        code = NAMES.index(name) + 1 if name in NAMES else 0
        if code == 0:
            return bytes([wire]) + counted_text(name) + content()
        if code < 15:
            return bytes([code * 16 + wire]) + content()
        return bytes([0xF0 + wire, code]) + content()

    def fields(self, values):
        out = varint(len(values))
        for name in sorted(values, key=name_order):
            out += self.field(name, values[name])
        return out

    def operation(self, op):
        kind, fields = op
        if kind in KINDS:
            return bytes([KINDS.index(kind) + 1]) + self.fields(fields)
        return b"\0" + counted_text(kind) + self.fields(fields)

    def body(self, t):
        out = bytes([(1 if t.undoes else 0) + (2 if t.extra else 0)])
        out += zigzag(t.hlc - self.hlc) + zigzag(t.wall - t.hlc // 65536)
        changes = b""
        count = 0
        for log in sorted(set(self.context) | set(t.context)):
            if log not in t.context:
                changes += self.ref("id", log) + varint(0)
            elif self.context.get(log) != t.context[log]:
                seq, chain = t.context[log]
                changes += self.ref("id", log)
                changes += varint(2 * seq + (1 if chain else 0))
                changes += bytes.fromhex(chain or "")
            else:
                continue
            count += 1
        out += varint(count) + changes
        if t.origin is None:
            out += b"\0"
        elif t.origin in ORIGINS:
            out += bytes([ORIGINS.index(t.origin) + 1])
        else:
            out += b"\xff" + counted_text(t.origin)
        out += counted_text(t.label)
        if t.undoes:
            out += self.dot(t.undoes)
        out += varint(len(t.ops)) + b"".join([self.operation(op) for op in t.ops])
        if t.extra:
            out += self.fields(t.extra)
        self.hlc, self.context = t.hlc, t.context
        return out

    def payload(self, t):
        body = self.body(t)
        return self.tables.new() + body


WIRE = {"null": 0, "no": 1, "yes": 2, "int": 3, "double": 4, "text": 5, "bytes": 6, "id": 7,
        "digest": 8, "dots": 9, "list": 10, "map": 11}


class Transaction:
    def __init__(self, log, seq, hlc, ops, label="", context=None, wall=None, origin="command",
                 undoes=None, extra=None):
        self.log, self.seq, self.hlc, self.ops = log, seq, hlc, ops
        self.label, self.origin, self.undoes = label, origin, undoes
        self.context = {log: (seq, chain) for log, (seq, chain) in (context or {}).items()}
        self.wall = hlc // 65536 if wall is None else wall
        self.extra = extra or {}

    def canonical(self):
        return b"\1" + bytes.fromhex(self.log) + varint(self.seq) + Binary().body(self)


def first_chain(log):
    return hashlib.sha256(b"albumen/log/1\n" + bytes.fromhex(log)).digest()


def next_chain(chain, t):
    return hashlib.sha256(chain + t.canonical()).digest()


# JSON Lines (docs/formats/jsonl.md)

def slot_of(kind, name, fields):
    if kind not in KINDS:
        return "plain"
    if name == "value":
        register = fields.get("field", NULL)
        if register[0] == "text" and register[1] in ("content", "partOf", "cover"):
            return "digest"
        return "id" if register == ("text", "parent") else "plain"
    if name in ("asset", "content"):
        return "digest"
    if name in ("album", "place", "log", "parent"):
        return "id"
    if name in ("observed", "purges"):
        return "dots"
    return "position" if name == "position" else "plain"


def is_hexadecimal(value):
    return value != "" and len(value) % 2 == 0 and all(c in "0123456789abcdef" for c in value)


def must_wrap(value, slot):
    length = {"digest": 64, "id": 32}.get(slot)
    if length:
        return is_hexadecimal(value) and len(value) == length
    return slot == "position" and is_hexadecimal(value)


def spell(value, slot="plain"):
    """The value as something that json.dumps writes."""
    kind, what = value
    if kind in ("null", "no", "yes"):
        return {"null": None, "no": False, "yes": True}[kind]
    if kind == "int":
        return what
    if kind == "double":
        number = struct.unpack("<d", what)[0]
        finite = number == number and abs(number) != float("inf")
        return number if finite else {"double": what[::-1].hex()}
    if kind == "text":
        return {"text": what} if must_wrap(what, slot) else what
    if kind == "bytes":
        return what.hex() if slot == "position" and what else {"bytes": what.hex()}
    if kind == "id":
        return what if slot == "id" else {"id": what}
    if kind == "digest":
        return what if slot == "digest" else {"id": what}
    if kind == "dots":
        return what if slot == "dots" else {"dots": what}
    if kind == "list":
        inner = [spell(each) for each in what]
        return {"list": inner} if slot == "dots" else inner
    if kind == "map":
        return {"map": {name: spell(what[name]) for name in sorted(what, key=utf8)}}
    raise ValueError(kind)


def spell_operation(op):
    kind, fields = op
    out = {"kind": kind}
    for name in sorted(fields, key=name_order):
        out[name] = spell(fields[name], slot_of(kind, name, fields))
    return out


def spell_transaction(t):
    out = {"log": t.log, "seq": t.seq, "hlc": "%016x" % t.hlc,
           "context": {log: t.context[log][0] for log in sorted(t.context)}}
    chains = {log: t.context[log][1] for log in sorted(t.context) if t.context[log][1]}
    if chains:
        out["chains"] = chains
    out["wall"] = t.wall
    if t.origin is not None:
        out["origin"] = t.origin
    out["label"] = t.label
    if t.undoes:
        out["undoes"] = t.undoes
    out["ops"] = [spell_operation(op) for op in t.ops]
    for name in sorted(t.extra, key=name_order):
        out[name] = spell(t.extra[name])
    return out


def line(members):
    written = json.dumps(members, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for code in range(0x7F, 0xA0):
        written = written.replace(chr(code), "\\u%04x" % code)
    return written


# Segments (docs/formats/segment.md)

def make_crc_table():
    table = []
    for byte in range(256):
        rest = byte
        for _ in range(8):
            rest = rest >> 1 ^ 0x82F63B78 if rest & 1 else rest >> 1
        table.append(rest)
    return table


CRC_TABLE = make_crc_table()


def crc(data):
    rest = 0xFFFFFFFF
    for byte in data:
        rest = rest >> 8 ^ CRC_TABLE[(rest ^ byte) & 255]
    return struct.pack("<I", rest ^ 0xFFFFFFFF)


assert crc(b"123456789") == struct.pack("<I", 0xE3069283)


class Segment:
    def __init__(self, library, log, first, chain):
        self.name = "%020d.segment" % first
        head = b"albmnlog" + struct.pack("<I", 1) + bytes.fromhex(library) + bytes.fromhex(log)
        head += struct.pack("<Q", first) + chain
        self.out = head + crc(head)
        assert len(self.out) == 88
        self.binary = Binary(Tables())
        self.frames = []
        self.chain = chain

    def append(self, t):
        payload = self.binary.payload(t)
        self.chain = next_chain(self.chain, t)
        frame = varint(len(payload)) + payload
        frame += crc(frame) + self.chain[:4]
        self.out += frame
        self.frames.append((len(t.ops), len(frame)))

    def seal(self):
        footer = varint(len(self.frames))
        for operations, size in self.frames:
            footer += varint(operations) + varint(size)
        footer += self.chain
        block = b"\0" + varint(len(footer)) + footer
        block += crc(block)
        self.out += block + struct.pack("<I", len(block)) + b"SEAL"


# The histories

LOG_A = "a1" * 16
LOG_B = "b2" * 16
LOG_C = "00" * 15 + "01"
LIBRARY = "11223344556677889900aabbccddeeff"
CHAIN = "0123456789abcdef"
START = 1_793_491_200_000 << 16  # 2026-11-01T00:00:00Z


def sha(name): return hashlib.sha256(utf8(name)).hexdigest()
def short(name): return sha(name)[:32]


NFC, NFD = "Caf\u00e9", "Cafe\u0301"
ASSET, OTHER, ALBUM, FOLDER = sha("one"), sha("two"), short("album"), short("folder")
PLACE, CONTENT = short("place"), sha("content")
DEEP = text("bottom")
for _ in range(32):
    DEEP = sequence(DEEP)
DEEP_MAP = YES
for _ in range(32):
    DEEP_MAP = mapping(m=DEEP_MAP)

ODD_TEXTS = ["", " ", NFC, NFD, "\u0000", "a\tb\nc\rd\be\f", "\"quoted\" \\ back/slash", "\u007f\u0085\u009f\u00a0",
             "\u2028\u2029", "\ufeff", "\U0001f469\u200d\U0001f467", "\uffff\U0010ffff", "\u212b \u00c5 A\u030a",
             "\u1100\u1161\u11a8 \uac01", ASSET, ALBUM, "80a1b2c3", "null", "1", LOG_A + ":1",
             "\u202egpj.exe", "\u00c2\u0080", "x" * 200]
DOUBLES = [real(0.0), real(-0.0), real(1.0), real(-1.5), real(0.1), real(5e-324), real(1.7976931348623157e308),
           real(1e16), real(1e20), real(1e-5), real(123456789012345680.0), real(2.0 ** 53), real(2.0 ** 63),
           bits(0x7FF0000000000000), bits(0xFFF0000000000000), bits(0x7FF8000000000000),
           bits(0x7FF0000000000001), bits(0xFFFFFFFFFFFFFFFF)]
WHOLES = [0, 1, -1, 63, 64, -64, -65, 127, 128, 8191, 8192, 2 ** 31, -2 ** 31, 2 ** 53 + 1, 2 ** 63 - 1, -2 ** 63]
ANY = [NULL, NO, YES, whole(7), real(0.5), text("t"), raw(""), raw("00ff"), ident(ALBUM), digest(ASSET),
       dots(), dots(LOG_A + ":1", LOG_B + ":9223372036854775807"), sequence(), sequence(NULL, sequence(YES)),
       mapping(), mapping(b=whole(1), a=mapping(z=NULL)), sequence(text(ALBUM), text(LOG_A + ":1"))]


def every_kind():
    """Each kind as it should be, in one log; the other log sees it, with chains."""
    ops = [
        ("asset.add", {"asset": digest(ASSET), "filename": text("IMG_1.jpg"), "path": text("2026/IMG_1.jpg"),
                       "type": text("image/jpeg"), "size": whole(81234), "width": whole(4032),
                       "height": whole(3024), "captured": text("2026-10-31T12:00:00+01:00"),
                       "duration": real(1.5)}),
        ("asset.add", {"asset": digest(OTHER)}),
        ("asset.set", {"asset": digest(ASSET), "field": text("caption"), "value": text(NFD)}),
        ("asset.set", {"asset": digest(ASSET), "field": text("partOf"), "value": digest(OTHER)}),
        ("asset.set", {"asset": digest(ASSET), "field": text("content"), "value": digest(CONTENT)}),
        ("asset.set", {"asset": digest(ASSET), "field": text("latitude"), "value": real(-33.8688)}),
        ("asset.set", {"asset": digest(ASSET), "field": text("favorite"), "value": YES}),
        ("asset.set", {"asset": digest(ASSET), "field": text("rating"), "value": NULL}),
        ("asset.set", {"asset": digest(ASSET), "field": text("mood"), "value": text("later")}),
        ("tag.add", {"asset": digest(ASSET), "tag": text(NFC)}),
        ("tag.add", {"asset": digest(ASSET), "tag": text("image/jpeg")}),
        ("tag.remove", {"asset": digest(ASSET), "tag": text(NFC), "observed": dots(LOG_A + ":10")}),
        ("album.create", {"album": ident(FOLDER), "title": text("Trips"), "type": text("folder")}),
        ("album.create", {"album": ident(ALBUM), "title": text(NFC), "type": text("album"),
                          "parent": ident(FOLDER)}),
        ("album.set", {"album": ident(ALBUM), "field": text("parent"), "value": ident(FOLDER)}),
        ("album.set", {"album": ident(ALBUM), "field": text("cover"), "value": digest(ASSET)}),
        ("album.set", {"album": ident(ALBUM), "field": text("title"), "value": text(ALBUM)}),
        ("album.delete", {"album": ident(ALBUM), "observed": dots(LOG_A + ":14")}),
        ("album.restore", {"album": ident(ALBUM)}),
        ("ref.add", {"album": ident(ALBUM), "asset": digest(ASSET), "position": raw("80a1b2c3d480")}),
        ("ref.add", {"album": ident(ALBUM), "asset": digest(OTHER)}),
        ("ref.move", {"album": ident(ALBUM), "asset": digest(ASSET), "position": raw("ff")}),
        ("ref.remove", {"album": ident(ALBUM), "asset": digest(ASSET), "observed": dots(LOG_A + ":20")}),
        ("asset.trash", {"asset": digest(ASSET), "observed": dots(LOG_A + ":1"), "purges": dots()}),
        ("asset.purge", {"asset": digest(ASSET)}),
        ("asset.restore", {"asset": digest(ASSET)}),
        ("copy.add", {"content": digest(CONTENT), "place": ident(PLACE)}),
        ("copy.remove", {"content": digest(CONTENT), "place": ident(PLACE), "observed": dots(LOG_A + ":27")}),
        ("log.set", {"log": ident(LOG_A), "field": text("name"), "value": text("Laptop")}),
        ("log.set", {"log": ident(LOG_A), "field": text("application"), "value": text("albumen/1.0")}),
        ("log.retire", {"log": ident(LOG_C), "at": whole(12)}),
    ]
    assert {op[0] for op in ops} == set(KINDS)
    first = Transaction(LOG_A, 1, START, ops, "Every kind")
    chain = next_chain(first_chain(LOG_A), first).hex()[:16]
    second = Transaction(LOG_B, 1, START + 1, [ops[2]], "", {LOG_A: (len(ops), chain)}, origin="replay")
    third = Transaction(LOG_A, len(ops) + 1, START + 2, ops[5:7] + [ops[9]], "Again", {LOG_B: (1, None)},
                        origin="folder")
    return [first, second, third]


def unknown_and_malformed():
    """What a later version may write, and what no version should."""
    transactions = []
    seq = 1

    def add(ops, **more):
        nonlocal seq
        transactions.append(Transaction(LOG_A, seq, START + seq, ops, **more))
        seq += len(ops)

    everything = {"v%02d" % index: value for index, value in enumerate(ANY)}
    add([("person.name", {"asset": digest(ASSET), "tag": text(NFD), "type": text(ASSET), "field": text("content"),
                          "value": text(ASSET), "position": raw("80"), "observed": sequence(text(LOG_A + ":1")),
                          "zebra": whole(1), "Zebra": whole(2), NFC: whole(3), NFD: whole(4), "": whole(5)})])
    add([("person.everything", everything), ("", {}), (NFC, {}), (NFD, {}), ("asset.Add", {"asset": digest(ASSET)})])
    add([("deep", {"list": DEEP, "map": DEEP_MAP})])
    add([("asset.add", dict(everything, asset=digest(ASSET)))])
    add([("tag.add", {"asset": digest(ASSET), "tag": text("t"), "field": text("content"), "value": text(ASSET)})])
    add([("tag.add", {"asset": digest(ASSET), "tag": text("t"), "field": text("parent"), "value": text(ALBUM),
                      "parent": text(ALBUM)})])
    # Known kinds with something missing or wrong.
    needs = {"asset.add": "asset", "asset.set": "asset field value", "asset.trash": "asset observed purges",
             "asset.restore": "asset", "asset.purge": "asset", "tag.add": "asset tag",
             "tag.remove": "asset tag observed", "album.create": "album title type",
             "album.set": "album field value", "album.delete": "album observed", "album.restore": "album",
             "ref.add": "album asset", "ref.remove": "album asset observed", "ref.move": "album asset position",
             "copy.add": "content place", "copy.remove": "content place observed", "log.set": "log field value",
             "log.retire": "log at"}
    right = {"asset": digest(ASSET), "content": digest(CONTENT), "album": ident(ALBUM), "place": ident(PLACE),
             "log": ident(LOG_C), "observed": dots(LOG_A + ":1"), "purges": dots(), "tag": text("t"),
             "field": text("title"), "title": text("t"), "type": text("album"), "position": raw("8000"),
             "value": text("v"), "at": whole(3)}
    wrong = {"asset": text(ASSET), "content": ident(ALBUM), "album": text(ALBUM), "place": digest(ASSET),
             "log": raw("aa" * 16), "observed": sequence(text(LOG_A + ":1")), "purges": text("x"), "tag": NULL,
             "field": raw("04"), "title": sequence(), "type": whole(3), "position": text("80a1"), "at": whole(-1)}
    for kind in KINDS:
        names = needs[kind].split()
        ops = [(kind, {name: right[name] for name in names if name != missing}) for missing in names]
        ops += [(kind, {name: (wrong if name == bad else right)[name] for name in names})
                for bad in names if bad in wrong]
        ops.append((kind, {name: right[name] for name in names} | {"path": NULL}))
        add(ops, label=kind)
    add([("ref.add", {"album": ident(ALBUM), "asset": digest(ASSET), "position": raw("")}),
         ("asset.set", {"asset": digest(ASSET), "field": text("partOf"), "value": text(OTHER)}),
         ("asset.set", {"asset": digest(ASSET), "field": text("partOf"), "value": ident(ALBUM)}),
         ("asset.set", {"asset": digest(ASSET), "field": raw("04"), "value": text(OTHER)}),
         ("album.set", {"album": ident(ALBUM), "field": text("parent"), "value": text(ALBUM)}),
         ("log.retire", {"log": ident(LOG_C), "at": real(3.0)})])
    # Extra fields of a transaction.
    add([("asset.restore", {"asset": digest(ASSET)})],
        extra=dict(everything, asset=digest(ASSET), type=text(NFD), tag=text(NFC), field=text("tag"),
                   kind=text("k"), value=text(ASSET)))
    add([("asset.restore", {"asset": digest(ASSET)})], extra={NFC: NULL, NFD: NULL, "": NULL})
    return transactions


def values():
    """Texts, numbers, times and origins at their limits."""
    transactions = []
    seq = 1

    def add(ops, hlc=None, **more):
        nonlocal seq
        transactions.append(Transaction(LOG_B, seq, START + seq if hlc is None else hlc, ops, **more))
        seq += len(ops)

    def setting(field, value):
        return ("asset.set", {"asset": digest(ASSET), "field": text(field), "value": value})

    add([setting("title", text(odd)) for odd in ODD_TEXTS])
    add([setting("partOf", text(odd)) for odd in ODD_TEXTS])
    add([setting(odd, NULL) for odd in ODD_TEXTS])
    add([("tag.add", {"asset": digest(ASSET), "tag": text(odd)}) for odd in ODD_TEXTS * 2])
    add([(odd, {odd: whole(1)}) for odd in ODD_TEXTS])
    add([("x", {"map": ("map", {odd: text(odd) for odd in ODD_TEXTS})})])
    add([setting("latitude", number) for number in DOUBLES])
    add([("x", {"doubles": sequence(*DOUBLES), "wholes": sequence(*[whole(each) for each in WHOLES])})])
    add([setting("rating", whole(number)) for number in WHOLES])
    for name in NAMES:
        add([setting(name, value) for value in ANY], label=name)
    for label in ODD_TEXTS:
        add([setting("hidden", NO)], label=label, origin=label)
    for origin in [None, "command", "folder", "replay", "Command", "", "telepathy"]:
        add([setting("hidden", NO)], origin=origin)
    for hlc in [0, 1, 2 ** 63 - 1, 2 ** 63, 2 ** 64 - 1, 0, 65535, 65536]:
        for wall in [0, -1, 2 ** 63 - 1, -2 ** 63, 1_793_491_200_000]:
            add([setting("hidden", YES)], hlc=hlc, wall=wall)
    return transactions


def contexts():
    """Contexts that grow, shrink, change chains only; undoes."""
    logs = [short("log %d" % index) for index in range(6)]
    steps = [
        {}, {logs[0]: (1, None)}, {logs[0]: (1, CHAIN)}, {logs[0]: (1, CHAIN)}, {logs[0]: (1, None)},
        {logs[0]: (2, CHAIN), logs[1]: (1, "0" * 16)}, {logs[1]: (1, "f" * 16), logs[2]: (2 ** 62, None)},
        {log: (index + 1, CHAIN if index % 2 else None) for index, log in enumerate(logs)},
        {logs[5]: (6, CHAIN)}, {}, {logs[3]: (127, None), logs[4]: (64, None)}, {logs[3]: (63, CHAIN), logs[4]: (64, CHAIN)},
    ]
    transactions = []
    for index, step in enumerate(steps):
        undoes = [None, "%s:%d" % (LOG_C, index), "%s:%d" % (logs[0], 2 ** 63 - 1)][index % 3] if index else None
        transactions.append(Transaction(
            LOG_C, index + 1, START + index * 65536 * (-1) ** index,
            [("album.restore", {"album": ident(logs[index % 6])})], context=step, undoes=undoes))
    return transactions


def mixed(seed, count):
    """Random transactions of three devices that see each other."""
    random_ = random.Random(seed)
    logs = [short("mixed log %d" % index) for index in range(3)]
    state = {log: (0, first_chain(log)) for log in logs}
    seen = {log: {} for log in logs}
    assets = [sha("mixed asset %d" % index) for index in range(40)]
    albums = [short("mixed album %d" % index) for index in range(6)]
    hlc = START

    def some_dots():
        return dots(*["%s:%d" % (random_.choice(logs), random_.randint(1, 300)) for _ in range(random_.choice([0, 1, 1, 2]))])

    def operation():
        asset, album = digest(random_.choice(assets)), ident(random_.choice(albums))
        position = raw("80" + "%08x" % random_.getrandbits(32) + "80")
        return random_.choice([
            lambda: ("asset.add", {"asset": asset, "filename": text("IMG_%d.jpg" % random_.randint(1, 999)),
                                   "type": text(random_.choice(["image/jpeg", "image/heic", "video/mp4"])),
                                   "size": whole(random_.randint(1, 10 ** 8))}),
            lambda: ("asset.set", {"asset": asset, "field": text("rating"), "value": whole(random_.randint(0, 5))}),
            lambda: ("asset.trash", {"asset": asset, "observed": some_dots(), "purges": some_dots()}),
            lambda: ("asset.restore", {"asset": asset}),
            lambda: ("tag.add", {"asset": asset, "tag": text(random_.choice([NFC, NFD, "sea", "\u6d77"]))}),
            lambda: ("tag.remove", {"asset": asset, "tag": text(NFC), "observed": some_dots()}),
            lambda: ("album.create", {"album": album, "title": text("Album"), "type": text("album")}),
            lambda: ("album.set", {"album": album, "field": text("cover"), "value": asset}),
            lambda: ("ref.add", {"album": album, "asset": asset, "position": position}),
            lambda: ("ref.move", {"album": album, "asset": asset, "position": position}),
            lambda: ("ref.remove", {"album": album, "asset": asset, "observed": some_dots()}),
            lambda: ("later.kind", {"asset": asset, "weight": real(random_.random()), "album": album}),
        ])()

    transactions = []
    for index in range(count):
        log = random_.choice(logs)
        for other in logs:
            if other != log and random_.random() < 0.3 and state[other][0]:
                seen[log][other] = (state[other][0], state[other][1].hex()[:16])
        hlc += random_.choice([1, 1, 65536, 3_600_000 << 16])
        seq, chain = state[log]
        ops = [operation() for _ in range(random_.choice([1, 1, 2, 5]))]
        t = Transaction(log, seq + 1, hlc, ops, "Change %d" % index, dict(seen[log]),
                        wall=(hlc >> 16) + random_.randint(-2000, 2000),
                        undoes="%s:%d" % (log, random_.randint(1, seq)) if seq and random_.random() < 0.1 else None)
        state[log] = (seq + len(ops), next_chain(chain, t))
        transactions.append(t)
    return transactions


def example():
    return Transaction(
        LOG_A, 41, START + 3,
        [("asset.add", {"asset": digest(ASSET), "filename": text("IMG_1.jpg"), "type": text("image/jpeg"),
                        "size": whole(81234)}),
         ("ref.add", {"album": ident(ALBUM), "asset": digest(ASSET), "position": raw("80a1b2c3d480")}),
         ("asset.set", {"asset": digest(ASSET), "field": text("rating"), "value": whole(5)})],
        "Import", {LOG_B: (7, CHAIN)}, wall=(START >> 16) + 2)


def initial_values():
    """Two devices that take the same photos in, each with what it finds, and what people say besides."""
    transactions, heights, hlc = [], {LOG_A: 0, LOG_B: 0}, START
    assets = [sha("initial %d" % index) for index in range(9)]

    def add(log, ops, sees=None, later=1):
        nonlocal hlc
        hlc += later
        context = {sees: (heights[sees], None)} if sees else {}
        transactions.append(Transaction(log, heights[log] + 1, hlc, ops, "Import", context))
        heights[log] += len(ops)
        return "%s:%d" % (log, heights[log])

    def added(asset, **fields):
        return ("asset.add", dict({"asset": digest(asset)}, **fields))

    def setting(asset, field, value):
        return ("asset.set", {"asset": digest(asset), "field": text(field), "value": value})

    whole_set = dict(
        filename=text("IMG_1.jpg"), type=text("image/jpeg"), size=whole(81234), width=whole(4000), height=whole(3000),
        captured=text("2026-05-03T12:00:00+02:00"), title=text("At the lake"), caption=text("Half past nine\n" + NFD),
        rating=whole(4), latitude=real(47.3769), longitude=real(8.5417), camera=text("Lumor X100"))
    tag = {"asset": digest(assets[0]), "tag": text("lake")}
    # The same photo twice, apart: the first to come gives each value, whoever sees whom when.
    add(LOG_A, [added(assets[0], **whole_set), ("tag.add", tag)])
    add(LOG_B, [added(assets[0], **dict(whole_set, title=text("From a sidecar"), rating=whole(1),
                                        note=text("extra"))), ("tag.add", tag)])
    # What a person says holds against a later import; what is cleared stays cleared.
    add(LOG_A, [setting(assets[0], "title", text("Ours")), setting(assets[0], "rating", NULL)])
    add(LOG_B, [added(assets[0], **dict(whole_set, title=text("Third"), caption=text("Third")))])
    # A removal takes the tag that its author saw; the one that came in apart stays.
    add(LOG_A, [("tag.remove", dict(tag, observed=dots("%s:2" % LOG_A)))])
    # One that has seen both takes it away for good.
    both = {"asset": digest(assets[1]), "tag": text("sea")}
    first = add(LOG_A, [added(assets[1]), ("tag.add", both)])
    second = add(LOG_B, [added(assets[1], camera=text("Lumor X100")), ("tag.add", both)], sees=LOG_A)
    add(LOG_A, [("tag.remove", dict(both, observed=dots(first, second)))], sees=LOG_B)
    # Values of any type, null among them, where no type is told; a title that is no text has no effect at all.
    add(LOG_A, [added(assets[2], camera=whole(5), rating=text("many"), latitude=NULL, longitude=YES),
                added(assets[3], title=whole(7)), added(assets[4], title=NULL), added(assets[5], caption=NULL)])
    add(LOG_B, [added(assets[2], latitude=real(1.5), camera=text("late")),
                added(assets[4], title=text("sound")), added(assets[5], caption=text("late"))], sees=LOG_A)
    # What belongs together: the first to say so counts, a part of a part is one of the whole, and what a person took
    # apart stays so, whoever takes it in again.
    live = dict(partOf=digest(assets[0]), role=text("pairedVideo"), contentIdentifier=text("6F1E0B52"))
    add(LOG_A, [added(assets[6], **live), added(assets[7], partOf=digest(assets[0]), role=text("raw")),
                added(assets[8], partOf=digest(assets[6]), role=text("edited"))])
    add(LOG_B, [added(assets[6], partOf=digest(assets[1]), role=text("edited"))])
    add(LOG_A, [setting(assets[7], "partOf", NULL)])
    add(LOG_B, [added(assets[7], partOf=digest(assets[0]), role=text("raw"))])
    return transactions


INITIAL = """filename path type size width height captured duration title caption rating latitude longitude
  camera partOf role contentIdentifier""".split()


def state_of(transactions):
    """The state of assets alone, computed from all their operations at once; everything can be delivered."""
    ops = [(t.hlc, t.log, t.seq + i, op) for t in transactions for i, op in enumerate(t.ops)]
    vector = {log: max(seq for _, other, seq, _ in ops if other == log) for _, log, _, _ in ops}
    # docs/formats/transaction.md, "What an operation needs"
    sound = lambda fields: all(fields.get(name, text(""))[0] == "text"
                               for name in ("title", "type", "filename", "path", "captured"))
    ops = [each for each in ops if sound(each[3][1])]
    removed = {dot for _, _, _, (kind, fields) in ops if kind == "tag.remove" for dot in fields["observed"][1]}
    assets = {}
    for hlc, log, seq, (kind, fields) in ops:
        asset = assets.setdefault(fields["asset"][1], {"initial": {}, "written": {}, "tags": set(), "known": False})
        stamp = (hlc, log, seq)
        if kind == "asset.add":
            asset["known"] = True
            for name in [name for name in INITIAL if name in fields]:
                old = asset["initial"].get(name)
                asset["initial"][name] = min(old, (stamp, fields[name])) if old else (stamp, fields[name])
        if kind == "asset.set":
            name = fields["field"][1]
            old = asset["written"].get(name)
            asset["written"][name] = max(old, (stamp, fields["value"])) if old else (stamp, fields["value"])
        if kind == "tag.add" and "%s:%d" % (log, seq) not in removed:
            asset["tags"].add(fields["tag"][1])
    # All are alive. The whole is where the way up ends; there is no cycle here.
    above = {asset: value[1] for asset, what in assets.items() for name, (_, value) in
             {**what["initial"], **what["written"]}.items() if name == "partOf" and value != NULL and
             assets.get(value[1], {"known": False})["known"]}
    out = []
    for asset, what in sorted(assets.items()):
        if what["known"]:
            what["initial"].pop("partOf", None)
            what["written"].pop("partOf", None)
            shown = {name: spell(value) for name, (_, value) in sorted({**what["initial"], **what["written"]}.items())
                     if value != NULL}
            if asset in above:
                shown["partOf"] = above[asset]
                while shown["partOf"] in above:
                    shown["partOf"] = above[shown["partOf"]]
            tags = {"tags": sorted(what["tags"], key=utf8)} if what["tags"] else {}
            out.append({"id": asset, "status": "alive", **shown, **tags})
    return {"vector": vector, "assets": out, "albums": [], "copies": {}, "logs": []}


def spellings():
    """The example, then the same in other spellings."""
    members = spell_transaction(example())
    lines = [line(members)]
    lines.append(line(dict(reversed([
        (name, [dict(reversed(op.items())) for op in value] if name == "ops" else value)
        for name, value in members.items()]))))
    lines.append(json.dumps(members, separators=(" ,\t", " :\r ")) + " \t\r")
    escaped = "".join("\\u%04x" % ord(c) for c in "Import")
    lines.append(lines[0].replace('"Import"', '"%s"' % escaped).replace('"label"', '"\\u006Cabel"')
                 .replace("image/jpeg", "image\\/jpeg"))
    wrapped = json.loads(lines[0])
    for op in wrapped["ops"]:
        op["asset"] = {"id": op["asset"]}
        if "album" in op:
            op["album"] = {"id": op["album"]}
            op["position"] = {"bytes": op["position"]}
        for name in ("filename", "type", "field"):
            if name in op:
                op[name] = {"text": op[name]}
    lines.append(line(wrapped))
    return lines


# Output

def expected(transactions):
    logs = {}
    for t in transactions:
        logs.setdefault(t.log, []).append(t)
    out = {}
    for log, own in sorted(logs.items()):
        own.sort(key=lambda t: t.seq)
        binary, chain, rows, seq = Binary(Tables()), first_chain(log), [], own[0].seq
        for t in own:
            assert t.seq == seq
            seq += len(t.ops)
            chain = next_chain(chain, t)
            rows.append({"seq": t.seq, "canonical": t.canonical().hex(), "chain": chain.hex(),
                         "payload": binary.payload(t).hex()})
        out[log] = rows
    return out


def pretty(value):
    return utf8(json.dumps(value, indent=1, ensure_ascii=True) + "\n")


def all_files():
    files = {}
    histories = {"every-kind": every_kind(), "unknown": unknown_and_malformed(), "values": values(),
                 "contexts": contexts(), "mixed": mixed(1, 120), "example": [example()],
                 "initial": initial_values()}
    for name, transactions in histories.items():
        files["histories/%s.jsonl" % name] = utf8("".join(
            line(spell_transaction(t)) + "\n" for t in transactions))
        files["histories/%s.json" % name] = pretty(expected(transactions))
    files["histories/initial.state.json"] = pretty(state_of(histories["initial"]))
    files["spellings.jsonl"] = utf8("".join(each + "\n" for each in spellings()))

    index = {}

    def directory(name, transactions, cuts, sealed_last):
        """Writes one log, beginning a segment before each transaction whose index is in `cuts`."""
        log = transactions[0].log
        chain, segment, rows, names = first_chain(log), None, [], []

        def finish(seal):
            if seal:
                segment.seal()
            files["segments/%s/%s/%s" % (name, log, segment.name)] = segment.out
            names.append(segment.name)

        for place, t in enumerate(transactions):
            if segment is None or place in cuts:
                if segment is not None:
                    finish(True)
                segment = Segment(LIBRARY, log, t.seq, chain)
            segment.append(t)
            chain = next_chain(chain, t)
            assert chain == segment.chain
            rows.append({"seq": t.seq, "canonical": t.canonical().hex(), "chain": chain.hex()})
        finish(sealed_last)
        index[name] = {"library": LIBRARY, "log": log, "sealed": sealed_last, "segments": names, "transactions": rows}

    of = lambda name, log: [t for t in histories[name] if t.log == log]
    directory("open", of("every-kind", LOG_A), set(), False)
    directory("sealed", histories["unknown"], set(), True)
    directory("several", of("mixed", short("mixed log 0")), {3, 4, 20}, False)
    directory("several-sealed", histories["contexts"], {6}, True)
    files["segments/index.json"] = pretty(index)
    # A log in which nothing has been written yet: a header and no frame.
    empty = Segment(LIBRARY, LOG_C, 1, first_chain(LOG_C))
    files["segments/empty/%s/%s" % (LOG_C, empty.name)] = empty.out

    # A remote: one log in pieces, of which two overlap.
    log = short("mixed log 0")
    whole = of("mixed", log)
    files["remote/albumen-remote"] = utf8("albumen remote\nformat 1\nlibrary %s\n" % LIBRARY)
    for start, end in [(0, 5), (3, 8), (8, len(whole))]:
        chain = first_chain(log)
        for t in whole[:start]:
            chain = next_chain(chain, t)
        piece = Segment(LIBRARY, log, whole[start].seq, chain)
        for t in whole[start:end]:
            piece.append(t)
        piece.seal()
        last = whole[end].seq - 1 if end < len(whole) else whole[-1].seq + len(whole[-1].ops) - 1
        files["remote/%s/%020d-%020d.segment" % (log, whole[start].seq, last)] = piece.out

    files["library/format-1"] = utf8("albumen library\nformat 1\nlibrary %s\n" % LIBRARY)
    # What a later version of this format may add, and what a later format may look like.
    files["library/format-1-extended"] = utf8(
        "albumen library\nkept since 2031\nlibrary %s\n\nformat 1\nalone\n" % LIBRARY)
    files["library/format-2"] = utf8("albumen library\nformat 2\nlibrary anything\n")
    files["view/format-1"] = view_file()
    files["view/format-1-hard"] = view_file("hard")
    for name, directory, target in [
            ("album", utf8("Phone/Gr\u00f6\u00dfe") + b"\xff", "album %s" % bytes(range(1, 17)).hex()),
            ("leaf", b"", "mirror leaf")]:
        text = utf8("albumen source\nformat 1\ndirectory %s\n%s\n" % (directory.hex(), target))
        files["source/%s" % name] = text
        files["source/%s.name" % name] = utf8(hashlib.sha256(text).hexdigest()[:32] + "\n")
    files.update(remote_git())
    files["import-step/intent"] = intent(histories["every-kind"])
    files["exchange/nas"] = exchange()
    files["waiting.jsonl"] = utf8("".join(
        line(spell_transaction(t)) + "\n" for t in of("mixed", short("mixed log 0"))[2:5]))
    return files


def git_object(kind, data):
    """The name of a git object, in bytes."""
    return hashlib.sha1(b"%s %d\0" % (kind, len(data)) + data).digest()


def git_tree(entries):
    """The name of a tree of (name, is a directory, object); git sorts a directory as if it ended with a slash."""
    ordered = sorted(entries, key=lambda entry: entry[0] + (b"/" if entry[1] else b""))
    return git_object(b"tree", b"".join(
        (b"40000 " if is_directory else b"100644 ") + name + b"\0" + node for name, is_directory, node in ordered))


def remote_git():
    """A log of 130 pieces, then one more, then one that covers the newest three."""
    head = utf8("format 1\nlibrary %s\nlog %s\n" % (LIBRARY, LOG_A))
    publications = [[(n, n) for n in range(1, 131)], [(131, 140)], [(129, 150)]]
    stream, index, held = [], [], {}

    def data(content):
        stream.append(b"data %d\n" % len(content) + content + b"\n")

    for number, pieces in enumerate(publications):
        for first, last in pieces:
            held = {(a, b): content for (a, b), content in held.items() if not (first <= a and b <= last)}
            held[first, last] = b"piece %d %d\n" % (first, last)
        paths, root, rest = {b"head": head}, [(b"head", False, git_object(b"blob", head))], sorted(held)
        name = lambda piece: b"%020d-%020d.segment" % piece
        while len(rest) >= 128:
            group, rest = rest[:64], rest[64:]
            directory = b"%020d" % group[0][0]
            root.append((directory, True, git_tree([(name(p), False, git_object(b"blob", held[p])) for p in group])))
            paths.update((directory + b"/" + name(p), held[p]) for p in group)
        root += [(name(p), False, git_object(b"blob", held[p])) for p in rest]
        paths.update((name(p), held[p]) for p in rest)
        stream.append(b"commit refs/heads/albumen/1/%s\n" % utf8(LOG_A))
        stream.append(b"committer Ada's laptop <%s@albumen.invalid> %d +0000\n" % (utf8(LOG_A), 1764475200 + number))
        data(b"Publication %d\n" % (number + 1))
        stream.append(b"deleteall\n")
        for path in sorted(paths):
            stream.append(b"M 100644 inline %s\n" % path)
            data(paths[path])
        index += ["piece %d %d" % piece for piece in pieces] + ["tree %s" % git_tree(root).hex()]
    return {"remote-git/repository": b"".join(stream), "remote-git/index": utf8("".join(row + "\n" for row in index))}


def intent(transactions):
    """Puts two copies in place once the last transaction of a log is there; one name is no text."""
    last = [t for t in transactions if t.log == LOG_A][-1]
    rows = ["albumen import step 1", "transaction %s:%d %016x" % (LOG_A, last.seq, last.hlc)]
    for number, path in [(0, utf8("Camera Roll/2026/05/Gr\u00f6\u00dfe 1.jpg")), (12, b"odd/\xff\n.jpg")]:
        content = hashlib.sha256(b"copy %d" % number).hexdigest()
        rows.append("%d %s %s" % (number, path.hex(), content))
    return utf8("".join(row + "\n" for row in rows))


def exchange():
    """What is known of a remote of which two logs could not be read whole."""
    piece = lambda word, log, first, last: "%s %s %d %d %d %s" % (
        word, log, first, last, 100 + last, hashlib.sha256(b"%d" % last).hexdigest())
    fault = lambda log, name, reason: "fault %s %s =%s" % (log, name, "".join(
        chr(byte) if 0x20 < byte < 0x7f and byte != 0x25 else "%%%02x" % byte for byte in utf8(reason)))
    a, b, c = sorted([LOG_A, LOG_B, LOG_C])
    name = "%020d-%020d.segment" % (8, 9)
    rows = [
        "albumen-exchange 1", "library %s" % LIBRARY, "exchanged 1796022231962", "height %s 9" % a,
        "height %s 7" % c, "unread %s" % a, "unread %s" % b,
        fault(a, name, "a frame's checksum is wrong: /mnt/nas/50 % gr\u00f6\u00dfer/" + name),
        fault(b, "-", "the branch refs/heads/albumen/1/%s there cannot be read" % b),
        piece("piece", a, 1, 7), piece("piece", c, 1, 5), piece("piece", c, 6, 7), piece("other", a, 1, 4),
    ]
    return utf8("".join(row + "\n" for row in rows))


def view_file(link=None):
    """The example of docs/formats/view.md, with something else than links."""
    rows = [
        "albumen view", "format 1", "state on", "directory %s" % b"Albums".hex(), "log %s" % ("a1" * 16),
        "machine %s" % hashlib.sha256(b"albumen/machine/1\n" + bytes([1] * 16)).hexdigest()[:32],
        "generation 00112233445566ff", "previous 0f0e0d0c0b0a0908", "boot 5b1f0f8e3c6d4a2b9e8d7c6b5a493827",
    ] + (["link %s" % link] if link else []) + [
        "album %s %s" % (bytes(range(1, 17)).hex(), b"Trips".hex()),
        "album %s %s" % (bytes(range(17, 33)).hex(), b"Trips/Rome".hex()),
    ]
    return utf8("".join(row + "\n" for row in rows))


def main():
    files = all_files()
    if "--check" in sys.argv[1:]:
        wrong = [name for name, data in files.items()
                 if not os.path.exists(os.path.join(HERE, name))
                 or open(os.path.join(HERE, name), "rb").read() != data]
        for name in wrong:
            print("differs:", name)
        sys.exit(1 if wrong else 0)
    if "--example" in sys.argv[1:]:
        print(files["spellings.jsonl"].split(b"\n")[0].decode())
        print(files["histories/example.json"].decode())
        return
    for name, data in files.items():
        path = os.path.join(HERE, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as out:
            out.write(data)


if __name__ == "__main__":
    main()
