#!/usr/bin/env python3
"""Reads the readings of a sensor from Kisima's SQLite file, packed ones too, with Python alone.

    python3 packed_readings.py /var/lib/kisima/kisima.db DEVICE_ID SENSOR_NO > readings.csv

Stop the server first, or take a backup's file. The layout is in docs/packed-readings.md. For PostgreSQL, give
`unpack` the column `body` of the table `packed_readings`.
"""
import csv
import math
import sqlite3
import struct
import sys
import zlib

COLUMNS = [
    "level", "level_cm", "volume", "temperature", "pump", "latitude", "longitude", "status", "source",
    "filtered_level", "noise", "quality",
]
WHOLE = {"pump", "status", "source", "quality"}
ABSENT, SAME, STEPS, DOUBLES, OF_LEVEL = range(5)


class Bytes:
    """Bytes that are read from the beginning to the end."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, length):
        if self.at + length > len(self.data):
            raise ValueError("the bytes end too early")
        self.at += length
        return self.data[self.at - length:self.at]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def signed(self):
        value = self.varint()
        return value // 2 if value % 2 == 0 else -(value + 1) // 2


def unpack(body):
    """Returns the readings of a body as dictionaries, oldest first."""
    if zlib.crc32(body[:-4]) != struct.unpack(">I", body[-4:])[0]:
        raise ValueError("the body has another sum")
    if body[0] != 1:
        raise ValueError(f"a body of version {body[0]}")
    content = Bytes(zlib.decompress(body[1:-4], wbits=-15))
    count, columns = content.varint(), content.varint()
    instants, step = [content.varint()], 0
    while len(instants) < count:
        step += content.signed()
        instants.append(instants[-1] + step)
    readings = [{"recorded_at": at} for at in instants]
    levels = None
    for name in COLUMNS[:columns]:
        values = unpack_column(Bytes(content.take(content.varint())), count, levels)
        levels = levels or values
        for reading, value in zip(readings, values):
            reading[name] = int(value) if name in WHOLE and value is not None else value
    return [{name: each.get(name) for name in ["recorded_at", *COLUMNS]} for each in readings]


def unpack_column(column, count, levels):
    form = column.take(1)[0]
    kind, has_nulls, power = form & 7, form & 8, 10 ** (form >> 4)
    known = [True] * count
    if has_nulls:
        bits = column.take((count + 7) // 8)
        known = [bits[at // 8] >> at % 8 & 1 == 1 for at in range(count)]
    if kind == ABSENT:
        return [None] * count
    if kind == SAME:
        value = column.signed() / power
        return [value if each else None for each in known]
    if kind == OF_LEVEL:
        capacity = column.varint()
        return [litres_at(level, capacity) if each else None for each, level in zip(known, levels)]
    if kind == DOUBLES:
        values = iter(doubles_of(column.data[column.at:]))
        return [next(values) if each else None for each in known]
    values, scaled = [], 0
    for each in known:
        scaled += column.signed() if each else 0
        values.append(scaled / power if each else None)
    return values


def litres_at(level, capacity):
    """To six decimals, halves up."""
    whole = math.floor(millionths := capacity * level * 10_000)
    return (whole + (millionths - whole >= 0.5)) / 1_000_000


def doubles_of(planes):
    """All first bytes of the values, all second ones, and so on, each with what differs from the value before."""
    count, before = len(planes) // 8, bytes(8)
    for at in range(count):
        before = bytes(a ^ b for a, b in zip(before, planes[at::count]))
        yield struct.unpack(">d", before)[0]


def readings_of(path, device_id, sensor_no):
    """All readings of a sensor, oldest first: packed ones, and then those that are rows of their own."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    database.row_factory = sqlite3.Row
    sensor = "where device_id = ? and sensor_no = ? order by"
    key = (device_id, sensor_no)
    for row in database.execute(f"select body from packed_readings {sensor} start_at", key):
        yield from unpack(row["body"])
    names = ", ".join(["recorded_at", *COLUMNS])
    for row in database.execute(f"select {names} from readings {sensor} recorded_at", key):
        yield dict(row)


if __name__ == "__main__":
    writer = csv.DictWriter(sys.stdout, ["recorded_at", *COLUMNS])
    writer.writeheader()
    writer.writerows(readings_of(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
