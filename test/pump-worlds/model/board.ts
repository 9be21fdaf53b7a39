/** What a board is made to do; all of it obeys `docs/api/direct.md`. */
export type BoardSpec = {
  everyMinutes: number;
  /** Minutes between polls; as often as it pushes unless stated. */
  pollsEvery?: number;
  /** Polls only where the answer to its push says that something waits, or none came. */
  followsHint?: boolean;
  /** Sends each push twice. */
  doubles?: boolean;
  pumpStatus: 'present' | 'late' | 'never' | 'always off';
  acknowledges: boolean;
  /** False for firmware from before `turn_off_above` and `run_at_most_s`. */
  keepsLimits: boolean;
  /** Does not obey the same `on` a second time; the sketches of the documents do. */
  remembers?: boolean;
};

export type PolledCommand = {
  command_id: number;
  command: string;
  sensor_name: string;
  turn_off_above: number | null;
  run_at_most_s?: number;
  source: string;
};

/** Sends a request; undefined where it or its answer was lost. */
export type Line = (
  method: 'GET' | 'POST',
  path: string,
  form?: Record<string, string | number>,
) => Promise<{ status: number; body: unknown } | undefined>;

/** What a board has its hands on. */
export type Wiring = {
  mac: string;
  /** The sensor as it is at this moment, in percent. */
  measured: () => number;
  /** The tank that the pump draws from, where the board measures it too. */
  measuredSource?: (() => number) | undefined;
  switchPump: (on: boolean, by: Switch) => void;
  isPumpOn: () => boolean;
};

export type Switch = {
  why: 'command' | 'own level' | 'own clock' | 'power';
  command?: PolledCommand;
};

/** Seconds that are left of a run and where it ends. */
type Limits = { untilMinute: number; above: number };

export function createBoard(spec: BoardSpec, wiring: Wiring) {
  let limits: Limits | undefined;
  let saidLast = false;
  const obeyed = new Set<number>();
  /** Answers of the server that say less than the documents promise. */
  const broken: string[] = [];

  const stop = (by: Switch) => {
    limits = undefined;
    wiring.switchPump(false, by);
  };
  const obey = (minute: number, command: PolledCommand) => {
    if (command.command === 'off') stop({ why: 'command', command });
    if (command.command !== 'on') return;
    const { turn_off_above: above, run_at_most_s: seconds } = command;
    if (above === null || seconds === undefined) broken.push(`no limits in ${command.command_id}`);
    if (spec.remembers && obeyed.has(command.command_id) && !wiring.isPumpOn()) return;
    obeyed.add(command.command_id);
    limits = {
      untilMinute: minute + Math.floor((seconds ?? 3600) / 60),
      above: above ?? 95,
    };
    if (spec.keepsLimits && (wiring.measured() >= limits.above || limits.untilMinute <= minute)) {
      if (wiring.isPumpOn()) stop({ why: 'own level' });
      return;
    }
    wiring.switchPump(true, { why: 'command', command });
  };

  const pushForm = (): Record<string, string | number> => {
    const isOn = wiring.isPumpOn();
    const saysIt = spec.pumpStatus === 'late' ? saidLast : isOn;
    const said = spec.pumpStatus !== 'always off' && saysIt;
    saidLast = isOn;
    return {
      mac_address: wiring.mac,
      water_level_percent: wiring.measured(),
      sensor_name: 'roof',
      ...(spec.pumpStatus !== 'never' && { pump_status: said ? 'on' : 'off' }),
    };
  };
  /** @returns false where the server said that nothing waits. */
  const push = async (line: Line): Promise<boolean> => {
    const form = pushForm();
    let answer = await line('POST', '/iot_push.php', form);
    if (spec.doubles) answer = (await line('POST', '/iot_push.php', form)) ?? answer;
    if (wiring.measuredSource) {
      const source = { water_level_percent: wiring.measuredSource(), sensor_name: 'ground' };
      await line('POST', '/iot_push.php', { mac_address: wiring.mac, ...source });
    }
    if (answer && answer.status !== 201) broken.push(`push ${answer.status}`);
    return (answer?.body as { pending_commands?: number } | undefined)?.pending_commands !== 0;
  };
  const poll = async (minute: number, line: Line) => {
    const answer = await line('GET', `/iot_commands.php?mac_address=${wiring.mac}`);
    if (!answer) return;
    if (answer.status !== 200) return void broken.push(`poll ${answer.status}`);
    for (const command of answer.body as PolledCommand[]) {
      if (command.sensor_name === 'roof') obey(minute, command);
      if (!spec.acknowledges) continue;
      const { command_id } = command;
      await line('POST', '/iot_ack.php', { mac_address: wiring.mac, command_id });
    }
  };

  return {
    broken,
    /** What it does by itself each minute: its pump ends where the server said that it is to. */
    watch: (minute: number) => {
      if (!limits || !spec.keepsLimits || !wiring.isPumpOn()) return;
      if (minute >= limits.untilMinute) stop({ why: 'own clock' });
      else if (wiring.measured() >= limits.above) stop({ why: 'own level' });
    },
    /** The current comes back: nothing is remembered, and the pump is off. */
    boot: () => {
      limits = undefined;
      saidLast = false;
      obeyed.clear();
      wiring.switchPump(false, { why: 'power' });
    },
    /** Pushes and polls where it is time; `minute` counts from the board's own beginning. */
    talk: async (minute: number, line: Line, now = minute) => {
      const pollsEvery = spec.pollsEvery ?? spec.everyMinutes;
      let wants = minute % pollsEvery === 0;
      if (minute % spec.everyMinutes === 0) {
        const hasWork = await push(line);
        if (spec.followsHint) wants = hasWork;
      }
      if (wants) await poll(now, line);
    },
  };
}

export type Board = ReturnType<typeof createBoard>;
