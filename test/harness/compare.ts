/** Holding two transcripts against each other. */
import { agrees, type Outcome } from '../peer/wordings.js';
import type { Transcript } from './play.js';

function outcomeDifference(what: string, ours: readonly Outcome[], theirs: readonly Outcome[]): string | undefined {
  if (ours.length !== theirs.length) return `${what}: ours ${JSON.stringify(ours)}, theirs ${JSON.stringify(theirs)}`;
  for (const [index, outcome] of ours.entries()) {
    const other = theirs[index];
    if (other !== undefined && agrees(outcome, other)) continue;
    return `${what} ${index}: ours ${JSON.stringify(outcome)}, theirs ${JSON.stringify(other)}`;
  }
  return undefined;
}

/** A text around the place where it is not the other. */
function around(text = '(none)', other = '(none)'): string {
  let place = 0;
  while (place < text.length && text[place] === other[place]) place += 1;
  return `at ${place}: …${text.slice(Math.max(0, place - 200), place + 200)}…`;
}

function textDifference(what: string, ours: readonly string[], theirs: readonly string[]): string | undefined {
  for (let index = 0; index < Math.max(ours.length, theirs.length); index += 1) {
    const [left, right] = [ours[index], theirs[index]];
    if (left !== right) return `${what} ${index}:\nours ${around(left, right)}\ntheirs ${around(right, left)}`;
  }
  return undefined;
}

/**
 * The first thing in which ours is not theirs: a request or event must be the same, an error must contain theirs.
 * @returns undefined if there is none.
 */
export function firstDifference(ours: Transcript, theirs: Transcript): string | undefined {
  const registration = outcomeDifference('registration', ours.registrations, theirs.registrations);
  if (registration !== undefined) return registration;
  for (const [index, agent] of ours.agents.entries()) {
    const other = theirs.agents[index];
    if (other === undefined) return `agent ${index} is missing`;
    const found =
      outcomeDifference(`agent ${index}, error`, agent.errors, other.errors) ??
      textDifference(`agent ${index}, event`, agent.events, other.events) ??
      textDifference(`agent ${index}, request`, agent.requests, other.requests);
    if (found !== undefined) return found;
  }
  return undefined;
}
