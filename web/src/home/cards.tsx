import { useState } from 'preact/hooks';
import { TankCard } from '../tank-view/tank-card.tsx';
import type { TankLine } from '../tank-view/tank-lines.ts';
import type { KnownTanks } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { say as sayUi } from '../ui/words.ts';
import { litres } from '../words/format.ts';
import { homeCards, sumsOf } from './home-cards.ts';
import { say } from './words.ts';

/** From this many on a person searches rather than looks. */
const many = 8;
/** More would make an old phone slow. */
const pageSize = 60;

/** The cards of all tanks; above many of them their sums and a search. */
export function Cards({ tanks: { tanks }, now }: { tanks: KnownTanks; now: number }) {
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(pageSize);
  const cards = homeCards(tanks, search);
  const all = search === '' ? cards : homeCards(tanks, '');
  return (
    <>
      {all.length >= many && (
        <>
          <Sums cards={all} />
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

/** What needs somebody leads to the list of exactly those. */
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
