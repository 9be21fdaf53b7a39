import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { say } from '../../words.ts';
import { type Entry, findOptions, type Option, toEntries } from './find-options.ts';
import './combobox.css';

type Props = {
  id: string;
  name: string;
  label: string;
  options: readonly Option[];
  value: string;
  isDisabled?: boolean | undefined;
  described: { 'aria-invalid': boolean; 'aria-describedby': string | undefined };
  onChoose: (value: string) => void;
};

type PlaceOf = (at: { latitude: number; longitude: number }) => string;

/**
 * A select with a search, by the combobox pattern of the WAI-ARIA guide ("editable, with list
 * autocomplete"): the focus stays in the field, arrows move through the list, Enter chooses, Escape
 * closes. What is typed only searches; the value is always one of the options.
 */
export function Combobox(props: Props) {
  const { id, name, label, options, value, isDisabled = false, described, onChoose } = props;
  const [search, setSearch] = useState<string>();
  const [active, setActive] = useState<string>();
  const placeOf = usePlaces(search !== undefined);
  const list = useRef<HTMLDivElement>(null);
  const isOpen = search !== undefined;
  const entries = useMemo(
    () => (isOpen ? toEntries(options, placeOf) : []),
    [isOpen, options, placeOf],
  );
  const { shown, total } = useMemo(
    () => findOptions(entries, search ?? '', value),
    [entries, search, value],
  );
  // What fits a search best is chosen by Enter at once.
  const at = search && active === undefined ? 0 : shown.findIndex((each) => each.value === active);
  const chosenText = options.find(([each]) => each === value)?.[1] ?? '';
  const open = () => {
    if (isOpen || isDisabled) return;
    setSearch('');
    setActive(value);
  };
  const close = () => setSearch(undefined);
  const choose = (entry: Entry | undefined) => {
    close();
    if (entry && entry.value !== value) onChoose(entry.value);
  };
  const moveTo = (index: number) => {
    if (!isOpen) return open();
    setActive(shown[(index + shown.length) % shown.length]?.value);
  };
  useEffect(() => {
    if (at < 0) return;
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at, isOpen]);

  const onKeyDown = (event: KeyboardEvent) => {
    const keys: Record<string, () => void> = {
      ArrowDown: () => (event.altKey ? open() : moveTo(at + 1)),
      ArrowUp: () => (event.altKey ? close() : moveTo(at < 0 ? -1 : at - 1)),
      ...(isOpen && { Enter: () => choose(shown[at]), Escape: close }),
    };
    const act = keys[event.key];
    if (!act) return;
    // Within a dialog Escape closes the list alone, and Enter sends no form.
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  return (
    <div class="combobox">
      <input type="hidden" name={name} value={value} />
      <input
        {...described}
        id={id}
        type="text"
        class="input combobox-input"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && shown[at] ? `${id}-${at}` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellcheck={false}
        disabled={isDisabled}
        placeholder={isOpen ? chosenText : undefined}
        value={search ?? chosenText}
        onClick={open}
        onInput={({ currentTarget }) => {
          setSearch(currentTarget.value);
          setActive(undefined);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <div
        ref={list}
        id={`${id}-list`}
        class="combobox-list"
        role="listbox"
        aria-label={label}
        hidden={!isOpen || shown.length === 0}
        // The field keeps the focus, also where the list is scrolled.
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
      >
        {isOpen &&
          shown.map((entry, index) => (
            <OptionLine
              key={entry.value}
              id={`${id}-${index}`}
              entry={entry}
              isActive={index === at}
              isChosen={entry.value === value}
              onChoose={() => choose(entry)}
            />
          ))}
      </div>
      <p class={`combobox-count small ${isOpen && search ? '' : 'hidden'}`} role="status">
        {isOpen && (search || total > shown.length) ? countText(shown.length, total) : ''}
      </p>
    </div>
  );
}

type LineProps = {
  id: string;
  entry: Entry;
  isActive: boolean;
  isChosen: boolean;
  onChoose: () => void;
};

function OptionLine({ id, entry, isActive, isChosen, onChoose }: LineProps) {
  const { text, mark, place } = entry;
  const beside = [mark, place].filter(Boolean).join(' · ');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and takes the keys
    <div
      id={id}
      class={isActive ? 'combobox-active' : ''}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={onChoose}
    >
      {text}
      {beside && <span class="faint small"> {beside}</span>}
    </div>
  );
}

function countText(shown: number, total: number): string {
  if (total === 0) return say.nothingFits();
  return total > shown ? say.firstOf({ shown, total }) : say.fitting({ count: total });
}

/** Loads the names of places once a list is opened: other screens do without them. */
function usePlaces(isWanted: boolean): PlaceOf | undefined {
  const [placeOf, setPlaceOf] = useState<PlaceOf>();
  useEffect(() => {
    if (!isWanted || placeOf) return;
    import('../../../kit/towns/towns.ts').then(
      ({ nearestTown }) => setPlaceOf(() => (at: Parameters<PlaceOf>[0]) => nearestTown(at).name),
      // Without them names and MACs are searched alone.
      () => undefined,
    );
  }, [isWanted]);
  return placeOf;
}
