import type { Db } from '../../db/db.ts';
import type { Person } from '../notifications/preferences.ts';
import { acknowledgeNotified } from './acknowledge-notified.ts';
import type { Asker } from './queries.ts';
import { choosePump, type SwitchDeps, switchPump } from './switch-pump.ts';
import { emptiestFirst, findTanks, findTanksOf } from './tanks.ts';
import type { Answer } from './wording/answer.ts';
import type { Question } from './wording/read-question.ts';
import { writeAnswer } from './wording/write-answer.ts';

export type AnswerDeps = SwitchDeps & { onlineMs: number };

export type Asked = {
  asker: Asker;
  person: Person;
  phone: string;
  question: Question;
  /** Instant at which the SMS service received it. */
  sentAt: number;
};

/**
 * Does what a question asks for, and writes the answer to it.
 * @param keep stores the answer, in one transaction with its effects; if it fails, nothing is done.
 */
export async function answerQuestion(
  deps: AnswerDeps,
  asked: Asked,
  keep: (trx: Db, text: string) => Promise<void>,
): Promise<string> {
  const { db, clock } = deps;
  const now = clock();
  const { language, timezone } = asked.person;
  const write = (answer: Answer) => writeAnswer(answer, { language, timezone, now });
  let isKept = false;
  const store = async (trx: Db, answer: Answer) => {
    await keep(trx, write(answer));
    isKept = true;
  };
  const answer = await decide(deps, asked, now, store);
  if (!isKept) await db.transaction((trx) => store(trx, answer));
  return write(answer);
}

async function decide(
  deps: AnswerDeps,
  { asker, phone, question, sentAt, person: { language } }: Asked,
  now: number,
  store: (trx: Db, answer: Answer) => Promise<void>,
): Promise<Answer> {
  if (question.kind === 'help' || question.kind === 'unknown') return { kind: 'help' };
  if (question.kind === 'me') return { kind: 'introduced' };
  const tanks = await findTanksOf(deps.db.read, asker, {
    now,
    onlineMs: deps.onlineMs,
    language,
  });
  if (question.kind === 'pump') {
    if (sentAt <= now - deps.staleOnMs) return { kind: 'late', sentAt };
    const { command } = question;
    const chosen = choosePump(tanks, question);
    if ('answer' in chosen) return chosen.answer;
    return await switchPump(deps, { asker, phone, tank: chosen.tank, command }, store);
  }
  const { tank: name } = question;
  const named = name === undefined ? undefined : findTanks(tanks, name);
  if (name !== undefined && named?.length === 0) return { kind: 'unknown_tank', name };
  if (question.kind === 'level') return { kind: 'levels', tanks: emptiestFirst(named ?? tanks) };
  return await acknowledgeNotified(deps, { asker, phone, tanks, named, now }, store);
}
