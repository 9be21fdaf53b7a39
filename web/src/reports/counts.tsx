/** What a report counts, as pairs of a name and a number. */
export function Counts({ counts }: { counts: (readonly [name: string, count: string])[] }) {
  return (
    <dl class="reports-counts">
      {counts.map(([name, count]) => (
        <div key={name}>
          <dt class="faint small">{name}</dt>
          <dd>
            <strong>{count}</strong>
          </dd>
        </div>
      ))}
    </dl>
  );
}
