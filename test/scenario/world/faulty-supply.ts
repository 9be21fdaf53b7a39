import { secondsAStep } from '../../../bench/ledger/clock.ts';
import type { Supply } from '../../../bench/ledger/supply/supply.ts';

/** Floats hang at 92 percent of the tank, so that no tank overflows whose float is well. */
const floatAt = 0.92;
/** What a float that fails believes at most, in percent: it never closes. */
const believedByBroken = 50;

export type FaultySupply = Supply & {
  /** Whether a pump is meant to run, with or without water. */
  isOn: () => boolean;
  /** What it brings where it runs and its source is not dry; 0 before it ever ran. */
  litresAnHour: () => number;
};

/** What fills a tank, with a float that may fail and a source that may be dry. */
export function addFaults(
  supply: Supply,
  faults: { floatFails: (at: number) => boolean; isDry: (at: number) => boolean },
): FaultySupply {
  let isOn = false;
  let lastOffer = 0;
  return {
    litresAnHour: () => (lastOffer * 3600) / secondsAStep,
    events: supply.events,
    isOn: () => isOn,
    offer: (at, percent) => {
      const atFloat = percent / floatAt;
      const seen = faults.floatFails(at) ? Math.min(atFloat, believedByBroken) : atFloat;
      const litres = supply.offer(at, seen);
      isOn = litres > 0;
      if (isOn) lastOffer = litres;
      return faults.isDry(at) ? 0 : litres;
    },
  };
}

export type SwitchedPump = {
  supply: FaultySupply;
  obey: (command: string) => void;
};

/** A pump that a device switches as it is told; its relay may stick, and its well may be dry. */
export function createSwitchedPump(
  litresAnHour: number,
  faults: { relaySticks: (at: number) => boolean; isDry: (at: number) => boolean },
): SwitchedPump {
  let isWanted = false;
  let isOn = false;
  let runs = 0;
  const offer = (at: number) => {
    const before = isOn;
    isOn = isWanted || (isOn && faults.relaySticks(at));
    if (isOn && !before) runs += 1;
    return isOn && !faults.isDry(at) ? (litresAnHour * secondsAStep) / 3600 : 0;
  };
  return {
    supply: { offer, events: () => runs, isOn: () => isOn, litresAnHour: () => litresAnHour },
    obey: (command) => {
      if (command === 'on' || command === 'off') isWanted = command === 'on';
    },
  };
}
