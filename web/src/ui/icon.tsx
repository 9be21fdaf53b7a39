/** Outlines on a grid of 24, drawn with a stroke of 2. */
const paths = {
  tank: 'M5 5c0-1.1 3.1-2 7-2s7 .9 7 2v14c0 1.1-3.1 2-7 2s-7-.9-7-2zM5 5c0 1.1 3.1 2 7 2s7-.9 7-2M5 13c2 1.5 4-1 7 0s5 1 7 0',
  bell: 'M18 16V11a6 6 0 1 0-12 0v5l-2 2h16zM10 21h4',
  chart: 'M4 20V4M4 20h16M8 16l4-5 3 3 5-7',
  groups: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  map: 'M12 21s-7-6.2-7-11a7 7 0 0 1 14 0c0 4.8-7 11-7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  fleet: 'M4 6h16M4 12h16M4 18h16M9 6v12',
  message: 'M4 5h16v11H9l-5 4z',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 3.6-6 8-6s8 2 8 6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  plus: 'M12 5v14M5 12h14',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 20h2',
  fileIn: 'M6 3h8l5 5v13H6zM14 3v5h5M12 11v6M9 14l3 3 3-3',
  pump: 'M5 20V9h9v11M3 20h18M14 12h4v3M8 9V5h4',
} as const;

export type IconName = keyof typeof paths;

/** A decorative icon beside words, hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
