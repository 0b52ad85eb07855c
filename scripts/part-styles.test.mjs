import { expect, test } from 'vitest';
import { partStyles } from './part-styles.ts';

const part = (sheet) => partStyles(sheet, ['Note', 'Skeleton']);

test.each([
  ['a rule of a module', '.Note_note{color:red}'],
  ['a rule under a weight', ':not(#_).Note_note>svg{color:red}'],
  ['an animation', '@keyframes Skeleton_shine{to{color:red}}'],
  ['rules for one kind of screen', '@media print{.Note_note{color:red}.Skeleton_block{color:red}}'],
  ['a rule for forced colours', '@media (forced-colors: active){.Card_card{border:1px solid}}'],
  ['a rule of several', '.Note_note,.Skeleton_block{color:red}'],
])('%s comes later', (_, sheet) => {
  expect(part(`p{margin:0}${sheet}`)).toEqual({ first: 'p{margin:0}', later: sheet });
});

test.each([
  ['a rule of everybody', 'p{margin:0}'],
  ['a rule shared with another module', '.Note_note,.Card_card{color:red}'],
  ['a rule shared with everybody', '.Note_note,p{color:red}'],
  ['rules for one kind of screen, of two', '@media print{.Note_note{color:red}p{color:red}}'],
  ['another animation', '@keyframes Card_turn{to{color:red}}'],
  ['a sheet of nothing', ''],
])('%s stays', (_, sheet) => {
  expect(part(sheet)).toEqual({ first: sheet, later: '' });
});
