import type { AtRule, Plugin, Rule } from 'postcss';

/** The rank of each layer; a higher rank wins. @source docs/decisions/browsers-and-styles.md */
const RANKS: Readonly<Record<string, number>> = { reset: 0, tokens: 0, base: 0, ui: 1, features: 2 };
/** An id that no element has: `:not(#_)` matches every element and outweighs any number of classes. */
const WEIGHT = '#_';

/** Replaces each `@layer` by more specific selectors, because the oldest supported browsers ignore `@layer`. */
export const flattenCascadeLayersPlugin: Plugin = {
  postcssPlugin: 'flat-layers',
  AtRule: {
    layer(layer) {
      const rank = RANKS[layer.params];
      if (rank === undefined) throw layer.error(`the layer ${layer.params} has no rank`);
      // In a CSS module, `:global` keeps the id from being renamed.
      const isModule = layer.source?.input.file?.endsWith('.module.css');
      const weight = `:not(${isModule ? `:global(${WEIGHT})` : WEIGHT})`.repeat(rank);
      layer.walkRules((rule) => {
        if (isOutermost(rule, layer)) rule.selectors = rule.selectors.map((each) => weighed(each, weight));
      });
      layer.replaceWith(layer.nodes ?? []);
    },
  },
};

/**
 * True for a rule whose selectors get `:not(#_)`, which raises their specificity. A nested rule inherits it from the
 * outer one, and a keyframe step has no selector.
 */
function isOutermost(rule: Rule, layer: AtRule): boolean {
  for (let around = rule.parent; around && around !== layer; around = around.parent as typeof around) {
    if (around.type === 'rule') return false;
    if (around.type === 'atrule' && (around as AtRule).name.endsWith('keyframes')) return false;
  }
  return true;
}

/** Adds the weight `:not(#_)` to a selector, after the element name, which must come first. */
function weighed(selector: string, weight: string): string {
  const [, name = '', rest = ''] = /^([a-z][\w-]*|\*)?(.*)$/s.exec(selector) ?? [];
  return name + weight + rest;
}
