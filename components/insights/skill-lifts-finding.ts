/** The finding of the chart of the lift of skills, in a sentence that claims no more than the intervals show. Pure. */
import { asSentence, counted } from '../ui/text/counted.ts';

interface Shown {
  interval: readonly [number, number];
}

/** How many help and how many hurt; the rest is not clear. */
export function liftsFinding(skills: readonly Shown[]): string {
  const help = skills.filter(({ interval: [low] }) => low > 0).length;
  const hurt = skills.filter(({ interval: [, high] }) => high < 0).length;
  const unclear = skills.length - help - hurt;
  const parts = [
    ...(help === 0 ? [] : [`${counted(help, 'skill')} ${help === 1 ? 'helps' : 'help'}`]),
    ...(hurt === 0 ? [] : [`${counted(hurt, 'skill')} ${hurt === 1 ? 'hurts' : 'hurt'}`]),
    ...(unclear === 0 ? [] : [`not clear yet for ${counted(unclear, 'skill')}`]),
  ];
  return `${asSentence(parts.join(', '))}.`;
}
