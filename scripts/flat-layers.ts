import type { AtRule, Plugin, Rule } from 'postcss';

/** Lowest first. @source src/styles/layers.css, docs/decisions/browsers-and-styles.md */
const RANKS: Readonly<Record<string, number>> = { reset: 0, tokens: 0, base: 0, ui: 1, features: 2 };
/** Outweighs any number of classes, and is true of every element: nothing has this id. */
const WEIGHT = '#_';

/**
 * Writes cascade layers as selectors that weigh what their layer does: browsers of the floor drop `@layer` with all
 * that is in it. The lowest layers differ by the order of their files.
 */
export const flatLayers: Plugin = {
  postcssPlugin: 'flat-layers',
  AtRule: {
    layer(layer) {
      const rank = RANKS[layer.params];
      if (rank === undefined) throw layer.error(`the layer ${layer.params} has no rank`);
      // A module would give the id a name of its own.
      const isModule = layer.source?.input.file?.endsWith('.module.css');
      const weight = `:not(${isModule ? `:global(${WEIGHT})` : WEIGHT})`.repeat(rank);
      layer.walkRules((rule) => {
        if (isOutermost(rule, layer)) rule.selectors = rule.selectors.map((each) => weighed(each, weight));
      });
      layer.replaceWith(layer.nodes ?? []);
    },
  },
};

/** A nested rule has its weight from the rule around it; the steps of an animation have none. */
function isOutermost(rule: Rule, layer: AtRule): boolean {
  for (let around = rule.parent; around && around !== layer; around = around.parent as typeof around) {
    if (around.type === 'rule') return false;
    if (around.type === 'atrule' && (around as AtRule).name.endsWith('keyframes')) return false;
  }
  return true;
}

/** The weight stands behind the name of the first element, where a selector begins with one. */
function weighed(selector: string, weight: string): string {
  const [, name = '', rest = ''] = /^([a-z][\w-]*|\*)?(.*)$/s.exec(selector) ?? [];
  return name + weight + rest;
}
