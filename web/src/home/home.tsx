import { useState } from 'preact/hooks';
import { minuteMs } from '../../../src/kit/time/units.ts';
import { connection } from '../live/stream.ts';
import { Invitations } from '../people/invitations/invitations.tsx';
import { hasWater } from '../session/profile.ts';
import { TankCard } from '../tank-view/tank-card.tsx';
import type { TankLine } from '../tank-view/tank-lines.ts';
import { TanksComing, TanksStanding } from '../tank-view/tanks-coming.tsx';
import { type KnownTanks, partOf } from '../tanks/kept-tanks.ts';
import { known } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { useNow } from '../ui/use-now.ts';
import { say as sayUi } from '../ui/words.ts';
import { ago, litres } from '../words/format.ts';
import { homeCards, sumsOf } from './home-cards.ts';
import { NobodyNotified } from './nobody-notified.tsx';
import { say } from './words.ts';

/** All tanks of the account, live or as last known. */
export function Home() {
  // Where there are none, the shell leads to messages.
  return hasWater.value ? <Tanks /> : null;
}

function Tanks() {
  const now = useNow();
  const tanks = known.value;
  return (
    <Page
      title={say.title()}
      actions={
        <a class="button" href="/devices/new">
          <Icon name="plus" />
          {say.addDevice()}
        </a>
      }
    >
      {tanks ? <TanksStanding /> : <TanksComing />}
      <Invitations />
      {tanks && tanks.tanks.length > 0 && <NobodyNotified />}
      {tanks && isOld(tanks, now) && (
        <p class="faint">{say.asOf({ when: ago(tanks.asOf, now) })}</p>
      )}
      {tanks && (tanks.tanks.length === 0 ? <NoDevice /> : <Cards tanks={tanks} now={now} />)}
    </Page>
  );
}

function isOld({ asOf }: KnownTanks, now: number): boolean {
  if (connection.value === 'live') return false;
  return connection.value === 'offline' || now - asOf > minuteMs;
}

function NoDevice() {
  return (
    <div class="card stack">
      <h2>{say.none()}</h2>
      <p>{say.noneHint()}</p>
      <p>
        <a class="button button-main" href="/devices/new">
          {say.addDevice()}
        </a>
      </p>
    </div>
  );
}

/** Number of tanks from which a search is offered. */
const many = 8;
/** Cards drawn at once: more would make an old phone slow. */
const pageSize = 60;

function Cards({ tanks: known, now }: { tanks: KnownTanks; now: number }) {
  const { tanks } = known;
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(pageSize);
  const cards = homeCards(tanks, search);
  const all = search === '' ? cards : homeCards(tanks, '');
  return (
    <>
      {all.length >= many && (
        <>
          {!partOf(known) && <Sums cards={all} />}
          <Field
            label={say.search()}
            name="q"
            type="search"
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </>
      )}
      {cards.length === 0 && (
        <div class="card stack" role="status">
          <p>{say.noMatch({ search: search.trim() })}</p>
          <p>
            <Button onClick={() => setSearch('')}>{say.showAll()}</Button>
          </p>
        </div>
      )}
      <div class="grid">
        {cards.slice(0, shown).map(({ key, tank, sensor }) => (
          <TankCard key={key} tank={tank} sensor={sensor} now={now} />
        ))}
      </div>
      {cards.length > shown && (
        <p>
          <Button onClick={() => setShown(shown + pageSize)}>{sayUi.more()}</Button>
        </p>
      )}
    </>
  );
}

function Sums({ cards }: { cards: TankLine[] }) {
  const sums = sumsOf(cards);
  return (
    <p class="row">
      <strong>{say.count({ count: sums.tanks })}</strong>
      {sums.critical > 0 && (
        <a class="tag tag-danger" href="/fleet?status=critical">
          {say.critical({ count: sums.critical })}
        </a>
      )}
      {sums.warning > 0 && (
        <a class="tag tag-warning" href="/fleet?status=warning">
          {say.warning({ count: sums.warning })}
        </a>
      )}
      {sums.offline > 0 && (
        <a class="tag" href="/fleet?status=offline">
          {say.offline({ count: sums.offline })}
        </a>
      )}
      {sums.litres !== null && <span>{say.inAll({ litres: litres(sums.litres) })}</span>}
    </p>
  );
}
