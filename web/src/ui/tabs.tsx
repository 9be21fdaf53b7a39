import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

export type Tab<K extends string> = { key: K; name: ComponentChildren };

type Props<K extends string> = {
  label: string;
  tabs: readonly Tab<K>[];
  chosen: K;
  onChoose: (key: K) => void;
  children: ComponentChildren;
};

/**
 * Tabs over one panel (WAI-ARIA Authoring Practices, "Tabs"): the chosen one alone is reached by Tab, the
 * others by arrows, Home and End, which choose at once.
 */
export function Tabs<K extends string>({ label, tabs, chosen, onChoose, children }: Props<K>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = tabs.findIndex(({ key }) => key === chosen);
  const stepTo = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(step + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.key);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus();
  };
  return (
    <>
      <div ref={list} class="row" role="tablist" aria-label={label} onKeyDown={stepTo}>
        {tabs.map(({ key, name }) => (
          <button
            key={key}
            type="button"
            class="button button-plain"
            role="tab"
            data-tab={key}
            id={`${id}-${key}`}
            aria-controls={`${id}-panel`}
            aria-selected={key === chosen}
            tabIndex={key === chosen ? 0 : -1}
            onClick={() => onChoose(key)}
          >
            {name}
          </button>
        ))}
      </div>
      <div class="stack" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
