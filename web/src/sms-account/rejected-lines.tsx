import { faultSentence } from '../ui/failures/fault-sentence.ts';

type Props = {
  /** The lines by their numbers in the list, each as it was written and with the API's reason. */
  lines: readonly { line?: number; to: string | null; error: string }[];
  heads: { line: string; written: string; why: string };
  labelledBy: string;
};

export function RejectedLines({ lines, heads, labelledBy }: Props) {
  return (
    <table class="sms-rejected" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col" class="number">
            {heads.line}
          </th>
          <th scope="col">{heads.written}</th>
          <th scope="col">{heads.why}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ line, to, error }, index) => (
          <tr key={`${index}`}>
            <td class="number">{line}</td>
            <td class="sms-what">{to}</td>
            <td>{faultSentence(error)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
