import { Agent, request } from 'node:http';

type Post = { body: string; headers: Record<string, string> };

/**
 * Posts over a number of connections that stay open, each its next request when the last is answered.
 * @returns the milliseconds of each request.
 * @throws Error when an answer was no success.
 */
export async function keepPosting(
  url: string,
  connections: number,
  posts: Post[],
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let next = 0;
  const work = async () => {
    for (let post = posts[next++]; post; post = posts[next++]) {
      const start = performance.now();
      await send(url, agent, post);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  return times;
}

function send(url: string, agent: Agent, { body, headers }: Post): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        const { statusCode = 0 } = response;
        if (statusCode >= 200 && statusCode < 300) resolve();
        else reject(new Error(`${url}: ${statusCode} ${text}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
