import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { median } from '../figures.ts';

export type Load = { connections: number; seconds: number };
export type Measured = { perSecond: number; p50Ms: number; p99Ms: number };

/**
 * Loads `url` with requests in turn by `wrk`, which must be on the PATH (Debian: `apt install wrk`).
 * @param bodies form bodies that are posted one after the other, again and again.
 * @throws Error when an answer was no success: a rate of failures is no rate.
 */
export async function postForms(url: string, bodies: string[], load: Load): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'kisima-wrk-'));
  const script = join(folder, 'post.lua');
  await writeFile(script, scriptOf(bodies));
  try {
    const { connections, seconds } = load;
    const { stdout } =
      await execa`wrk -t1 -c${connections} -d${seconds}s --latency -s ${script} ${url}`;
    return parse(stdout);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
    throw new Error('wrk, which makes the load, is not on the PATH (Debian: apt install wrk)');
  } finally {
    await rm(folder, { recursive: true });
  }
}

function scriptOf(bodies: string[]): string {
  return `
local bodies = { ${bodies.map((body) => JSON.stringify(body)).join(',')} }
local requests = {}
local at = 0
init = function()
  local headers = { ["Content-Type"] = "application/x-www-form-urlencoded" }
  for i, body in ipairs(bodies) do
    requests[i] = wrk.format("POST", nil, headers, body)
  end
end
request = function()
  at = at % #requests + 1
  return requests[at]
end
`;
}

function parse(output: string): Measured {
  const failed = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)/.exec(output);
  if (failed) throw new Error(`the load met failures:\n${output}`);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]),
    p50Ms: milliseconds(/^\s+50%\s+(\S+)/m.exec(output)?.[1]),
    p99Ms: milliseconds(/^\s+99%\s+(\S+)/m.exec(output)?.[1]),
  };
}

function milliseconds(text = ''): number {
  const [, number, unit] = /^([\d.]+)(us|ms|s)$/.exec(text) ?? [];
  const scale = unit === 'us' ? 0.001 : unit === 's' ? 1000 : 1;
  return Number(number) * scale;
}

/** Of each figure its median. */
export function medianOf(all: Measured[]): Measured {
  return {
    perSecond: median(all.map(({ perSecond }) => perSecond)),
    p50Ms: median(all.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(all.map(({ p99Ms }) => p99Ms)),
  };
}
