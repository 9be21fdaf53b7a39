import { LRUCache } from 'lru-cache';
import { type Static, Type } from 'typebox';
import { actionsForUsers } from '../../../accounts/declared-operations.ts';
import type { Guard } from '../../../accounts/guard.ts';
import type { Database } from '../../../db/database.ts';
import { failures } from '../../../kit/api/failures/api-error.ts';
import { fails } from '../../../kit/api/failures/failure-schema.ts';
import { Instant, Named, Nullable, OneOf } from '../../../kit/api/schema/schema.ts';
import { type Bucket, takeTokens } from '../../../kit/async/token-bucket.ts';
import { growingTo } from '../../../kit/growing-to.ts';
import type { App } from '../../../kit/http/app.ts';
import { toIso } from '../../../kit/time/instant.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import { identityOf } from '../../devices/identity.ts';
import { findDeviceByIdentity } from '../../devices/queries.ts';
import { ExistsQuery } from '../../devices/schemas.ts';
import { type Knock, type Knocks, knockDoors, knockProofs } from './knocks.ts';

type KnockRoutesDeps = {
  db: Database;
  guard: Guard;
  timers: Pick<Timers, 'now'>;
  knocks: Pick<Knocks, 'ask'>;
};

/** Enough for an installer with a box of boards, and too little to try MACs one after another. */
const limits = { burst: 60, perSecond: 1 / 30 };
const mostAskers = 10_000;

const KnockAnswer = Named(
  'Knock',
  Type.Object({
    knock: Nullable(
      Type.Object(
        {
          count: Type.Integer({ minimum: 1 }),
          first_at: Instant,
          last_at: Instant,
          sends: OneOf(knockProofs, { description: 'What the last one showed of a key.' }),
          door: OneOf(knockDoors, { description: 'The way by which the last one came.' }),
        },
        { description: 'Requests of it, each less than a day after the one before.' },
      ),
    ),
  }),
);

/** Says whether a board that is not registered yet reaches the server, to an account that names its MAC or serial. */
export function addKnockRoutes(app: App, { db, guard, timers, knocks }: KnockRoutesDeps): void {
  const action = actionsForUsers(guard, 'Devices');
  const askers = new LRUCache<number, Bucket>(growingTo(mostAskers));

  app.get(
    '/api/devices.php',
    action('knock', {
      summary: 'Whether a device that nobody has registered tries to reach the server',
      querystring: ExistsQuery,
      response: { 200: KnockAnswer, ...fails(429) },
    }),
    async (request) => {
      const { userId } = guard.callerOf(request);
      const asker = askers.get(userId) ?? { tokens: limits.burst, at: timers.now() };
      askers.set(userId, asker);
      const wait = takeTokens(asker, limits, timers.now());
      if (wait > 0) throw failures.tooMany('You ask for too many devices.', wait);
      const identity = identityOf(request.query.mac);
      const device = await findDeviceByIdentity(db.read, identity);
      // Of another person's device nothing is told, as if it had never been there.
      const isOthers = device !== undefined && device.owner_id !== userId;
      return { knock: isOthers ? null : presentKnock(await knocks.ask(identity)) };
    },
  );
}

function presentKnock(knock: Knock | undefined): Static<typeof KnockAnswer>['knock'] {
  if (!knock) return null;
  const { count, first, last, sends, door } = knock;
  return { count, first_at: toIso(first), last_at: toIso(last), sends, door };
}
