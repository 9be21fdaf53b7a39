import { identityOf } from '../../devices/identity.ts';

/** What comes after `kisima/<mac>/`. */
export const branches = {
  readings: 'readings',
  commands: 'commands',
  acks: 'acks',
  status: 'status',
  errors: 'errors',
  alerts: 'alerts',
  presence: 'presence',
} as const;

const root = 'kisima';

/** A topic of a device, read. */
export type DeviceTopic = {
  identity: string;
  /** As the topic spells its MAC or serial. */
  spelling: string;
  branch: string;
};

/** Reads `kisima/<mac>/<branch>`, where the branch may have levels of its own; undefined for another topic. */
export function readTopic(topic: string): DeviceTopic | undefined {
  const [first, spelling, ...rest] = topic.split('/');
  if (first !== root || !spelling || rest.length === 0) return undefined;
  return { identity: identityOf(spelling), spelling, branch: rest.join('/') };
}

/** As `readTopic`, of a topic that a board has put together with a slash or a blank too many. */
export function readPublished(topic: string): DeviceTopic | undefined {
  const levels = topic.split('/').map((level) => level.trim());
  return readTopic(levels.filter((level) => level !== '').join('/'));
}

/** The topic of a device under its MAC or serial as the server has it. */
export function topicOf(identity: string, branch: string): string {
  return `${root}/${identity}/${branch}`;
}

/** True if a topic filter selects a topic (MQTT 3.1.1, section 4.7). */
export function selects(filter: string, topic: string): boolean {
  const levels = topic.split('/');
  const wanted = filter.split('/');
  // A wildcard in the first level does not select topics of the broker itself.
  if (topic.startsWith('$') && /^[+#]/.test(filter)) return false;
  for (const [place, want] of wanted.entries()) {
    if (want === '#') return true;
    const level = levels[place];
    if (level === undefined || (want !== '+' && want !== level)) return false;
  }
  return wanted.length === levels.length;
}

/** Ends of the filters by which a device hears its commands; Tasmota adds `/#` to all to which it subscribes. */
const forCommands: readonly string[] = [branches.commands, `${branches.commands}/#`, '#', '+'];
const readByDevice = [...forCommands, branches.errors, `${branches.errors}/#`];

/** The topic of a device's commands, as it spells it in a filter that selects them; undefined for any other filter. */
export function commandTopicOf(identity: string, filter: string): string | undefined {
  const topic = readTopic(filter);
  if (topic?.identity !== identity || !forCommands.includes(topic.branch)) return undefined;
  return topicOf(topic.spelling, branches.commands);
}

/** True if a device may subscribe to a topic filter: only below its own MAC or serial. */
export function mayDeviceRead(identity: string, filter: string): boolean {
  const topic = readTopic(filter);
  return topic?.identity === identity && readByDevice.includes(topic.branch);
}

/** True if the programs of an account may subscribe to a topic filter; they get what they may read. */
export function mayAccountRead(filter: string): boolean {
  const [first, , ...rest] = filter.split('/');
  return first === root && (rest.length > 0 || filter === `${root}/#`);
}
