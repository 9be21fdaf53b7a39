"""Runs Home Assistant's own schemas of MQTT discovery over messages of discovery.

    python3 home-assistant-schemas.py CHECKOUT < messages

CHECKOUT is a folder with Home Assistant's `homeassistant/`. Only what the schemas are made of is loaded from there;
whatever else that imports is a stand-in, so that nothing but python3-voluptuous is needed. Each line of the input is
one message as JSON with its `topic` and `payload`. Prints what would be refused, dropped without a word or complained
about, a line each, and last how many entities were read, and by which version.
"""

import abc
import ast
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import logging
import pathlib
import re
import sys
import types

import voluptuous

ours = ("sensor", "binary_sensor", "switch")
mqtt = "homeassistant.components.mqtt"

#: Loaded whole.
real = {
    "homeassistant.const",
    "homeassistant.exceptions",
    "homeassistant.helpers.config_validation",
    "homeassistant.util.unit_conversion",
    "homeassistant.util.yaml.objects",
    *(f"homeassistant.components.{platform}.const" for platform in ours),
    *(f"{mqtt}.{name}" for name in (*ours, "config", "const", "discovery", "entity", "mixins", "schemas", "util")),
}

#: Of these, whose modules would load the whole program, only some definitions.
excerpts = {
    "homeassistant.components.sensor": {"DEVICE_CLASSES_SCHEMA", "STATE_CLASSES_SCHEMA"},
    "homeassistant.components.binary_sensor": {"BinarySensorDeviceClass", "DEVICE_CLASSES_SCHEMA"},
    "homeassistant.components.switch": {"SwitchDeviceClass", "DEVICE_CLASSES_SCHEMA"},
    "homeassistant.helpers.entity": {"ENTITY_CATEGORIES_SCHEMA"},
}


class AnyMeta(abc.ABCMeta):
    """Whatever is asked of a stand-in is one, too."""

    def __getattr__(cls, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return stand_in(name)

    def __getitem__(cls, _key):
        return cls

    def __or__(cls, _other):
        return cls

    __ror__ = __or__


class Anything(metaclass=AnyMeta):
    def __init__(self, *_args, **_more):
        pass

    def __init_subclass__(cls, **_more):
        pass

    def __call__(self, *args, **_more):
        return args[0] if args and callable(args[0]) else Anything()

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return Anything()


def stand_in(name):
    if name == "callback":
        return lambda function: function
    return AnyMeta(name, (Anything,), {})


class StandIn(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        part = f"{self.__name__}.{name}"
        is_module = part in real or part in excerpts
        made = importlib.import_module(part) if is_module else stand_in(name)
        setattr(self, name, made)
        return made


class Loader(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds all of Home Assistant, and what it imports that is not installed."""

    def __init__(self, checkout):
        self.checkout = checkout

    def file_of(self, name):
        place = self.checkout.joinpath(*name.split("."))
        files = (place.with_suffix(".py"), place / "__init__.py")
        return next((file for file in files if file.exists()), None)

    def find_spec(self, name, path=None, target=None):
        is_theirs = name.split(".")[0] == "homeassistant"
        if not is_theirs and any(
            finder is not self and finder.find_spec(name, path, target)
            for finder in sys.meta_path
            if hasattr(finder, "find_spec")
        ):
            return None
        file = self.file_of(name)
        if name in real:
            return importlib.util.spec_from_file_location(name, file) if file else None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return StandIn(spec.name)

    def exec_module(self, module):
        wanted = excerpts.get(module.__name__, set())
        file = self.file_of(module.__name__)
        if not wanted or not file:
            return
        scope = dict(vars(importlib.import_module("homeassistant.const")))
        scope |= {"vol": voluptuous}
        for line in ("from enum import StrEnum", "from typing import Final"):
            exec(line, scope)
        const = f"{module.__name__}.const"
        if const in real and self.file_of(const):
            own = {k: v for k, v in vars(importlib.import_module(const)).items() if k[0] != "_"}
            scope |= own
            vars(module).update(own)
        for node in ast.parse(file.read_text()).body:
            targets = getattr(node, "targets", [getattr(node, "target", node)])
            names = {getattr(each, "id", getattr(each, "name", None)) for each in targets}
            if names & wanted:
                exec(compile(ast.Module([node], []), str(file), "exec"), scope)
        vars(module).update({name: scope[name] for name in wanted if name in scope})


class Complaints(logging.Handler):
    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def faults_of_sensor(config, const):
    """What its sensors say to the log of classes that do not fit, once they run."""
    device_class, state_class = config.get("device_class"), config.get("state_class")
    if state_class is not None and config.get("unit_of_measurement") is None:
        yield f"state class {state_class} without a unit"
    if device_class is None:
        return
    units = const.DEVICE_CLASS_UNITS.get(device_class)
    unit = config.get("unit_of_measurement")
    if units is not None and unit not in units:
        yield f"unit {unit} of device class {device_class}"
    states = const.DEVICE_CLASS_STATE_CLASSES.get(device_class)
    if states is not None and state_class is not None and state_class not in states:
        yield f"state class {state_class} of device class {device_class}"


def faults_of_message(topic, payload, schemas, platforms, const):
    if not re.fullmatch(r"homeassistant/device/[a-zA-Z0-9_-]+/config", topic):
        yield "illegal topic"
    if schemas is not None:
        try:
            schemas.DEVICE_DISCOVERY_SCHEMA(json.loads(json.dumps(payload)))
        except voluptuous.Invalid as refused:
            yield f"refused: {refused}"
    shared = {k: v for k, v in payload.items() if k in ("device", "origin", "state_topic", "command_topic")}
    for name, component in payload["components"].items():
        config = {k: v for k, v in component.items() if k != "platform"}
        if not config:
            continue
        module = platforms[component["platform"]]
        try:
            read = module.DISCOVERY_SCHEMA(json.loads(json.dumps(shared | config)))
        except voluptuous.Invalid as refused:
            yield f"{name} is refused: {refused}"
            continue
        for key in sorted((shared | config).keys() - {str(key) for key in read.keys()}):
            yield f"{name}: {key} is dropped"
        if component["platform"] != "switch" and read.get("entity_category") == "config":
            yield f"{name}: a category that is not for what is read"
        if component["platform"] == "sensor":
            for fault in faults_of_sensor(read, const):
                yield f"{name}: {fault}"


def main():
    checkout = pathlib.Path(sys.argv[1])
    sys.meta_path.insert(0, Loader(checkout))
    complaints = Complaints()
    logging.getLogger().addHandler(complaints)
    platforms = {name: importlib.import_module(f"{mqtt}.{name}") for name in ours}
    const = importlib.import_module("homeassistant.components.sensor.const")
    # Versions before 2024.12 know no messages of whole devices, but read the same entities one by one.
    schemas = None
    if (checkout / "homeassistant/components/mqtt/schemas.py").exists():
        schemas = importlib.import_module(f"{mqtt}.schemas")
    entities = 0
    for line in sys.stdin:
        message = json.loads(line)
        entities += len(message["payload"]["components"])
        for fault in faults_of_message(message["topic"], message["payload"], schemas, platforms, const):
            print(fault)
    for complaint in complaints.lines:
        print(complaint)
    of = "messages and entities" if schemas else "entities"
    print(f"{entities} {of} read by {importlib.import_module('homeassistant.const').__version__}")


main()
