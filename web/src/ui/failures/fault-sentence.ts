import { fillFault, readFault } from '../../../../src/kit/api/failures/faults.ts';
import { language } from '../../words/language.ts';
import { faultsInSwahili } from './faults-in-swahili.ts';

/**
 * What the API says of a field, a line or a delivery, in the language of now. What somebody else said,
 * such as an SMS network, stays in its words.
 */
export function faultSentence(message: string): string {
  if (language.value === 'en') return message;
  const found = readFault(message);
  if (!found) return message;
  const { code, values } = found;
  const inner = values['fault'];
  const said = typeof inner === 'string' ? { ...values, fault: faultSentence(inner) } : values;
  return fillFault(faultsInSwahili[code], said);
}
