import postcss from 'postcss';
import { expect, test } from 'vitest';
import { flattenCascadeLayersPlugin } from './flat-layers.ts';

const flat = (css, from) =>
  postcss([flattenCascadeLayersPlugin]).process(css, { from }).css.replace(/\s+/g, '');

test.each([
  ['reset', 'a{b:c}', 'a{b:c}'],
  ['ui', '.a{b:c}', ':not(#_).a{b:c}'],
  ['ui', 'textarea.a{b:c}', 'textarea:not(#_).a{b:c}'],
  ['features', '.a{b:c}', ':not(#_):not(#_).a{b:c}'],
  ['ui', '.a,.b{b:c}', ':not(#_).a,:not(#_).b{b:c}'],
  ['ui', '@media print{.a{b:c}}', '@mediaprint{:not(#_).a{b:c}}'],
  ['ui', '.a{&.b{c:d}}', ':not(#_).a{&.b{c:d}}'],
  ['ui', '@keyframes k{from{b:c}}', '@keyframesk{from{b:c}}'],
])('in the layer %s %s is written %s', (layer, rules, written) => {
  expect(flat(`@layer ${layer}{${rules}}`, 'a.css')).toBe(written);
});

test('in a module the weight keeps its name', () => {
  expect(flat('@layer ui{.a{b:c}}', 'a.module.css')).toBe(':not(:global(#_)).a{b:c}');
});

test('a layer that has no place fails the build', () => {
  expect(() => flat('@layer other{a{b:c}}', 'a.css')).toThrow('the layer other has no rank');
});
