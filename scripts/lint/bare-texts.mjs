import { parseSync } from 'vite';

/**
 * Components that always render one element. Fixed text after them is safe, because React inserts nothing before it
 * later.
 */
const STEADY = ['Icon', 'Link'];
/** Components that wrap their own text in elements. */
const WRAPPING = ['Button', 'ButtonLink', 'ExternalButtonLink'];

const textItem = (node, isFixed = false) => ({ node, isText: true, isFixed });
const elementItem = (node, isFixed = false) => ({ node, isText: false, isFixed });
const going = (item) => ({ ...item, isFixed: false });

/**
 * Finds the text nodes of a component that React cannot update after a page translator has replaced them.
 * @returns line and source of each finding.
 */
export function findTranslationUnsafeTextNodes(fileName, source) {
  const { program, errors } = parseSync(fileName, source);
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0].message}`);
  const names = namesOf(program);
  const found = new Map();

  /**
   * Lists the nodes that an expression may render. The children of a fragment count as nodes, because it has no
   * element.
   */
  function drawn(node, open = []) {
    const again = (next) => drawn(next, open);
    switch (node?.type) {
      case 'JSXElement':
        return [elementItem(node, isSteady(node, open))];
      case 'JSXFragment':
        return listed(node.children);
      case 'ConditionalExpression':
        return [...again(node.consequent), ...again(node.alternate)].map(going);
      case 'LogicalExpression':
        return [...(node.operator === '&&' ? [] : again(node.left)), ...again(node.right)].map(going);
      case 'Literal':
        return typeof node.value === 'string' && node.value.trim() !== '' ? [textItem(node, true)] : [];
      case 'TemplateLiteral':
        return [textItem(node, node.expressions.every(isConstant))];
      case 'ArrowFunctionExpression':
      case 'FunctionDeclaration':
      case 'FunctionExpression':
        return node.body.type === 'BlockStatement' ? returnsOf(node.body).flatMap(again) : again(node.body);
      case 'CallExpression': {
        const { callee, arguments: given } = node;
        const method = callee.property?.name;
        // Texts of a portal are rendered in another parent, and `ownElements` wraps each text in an element.
        if (['createPortal', 'ownElements'].includes(callee.name)) return [];
        if (method === 'map' || method === 'flatMap') return again(given[0]).map(going);
        return callee.type === 'Identifier' ? named(callee, open) : [textItem(node)];
      }
      case 'MemberExpression':
        return node.property.name === 'children' ? named(node.property, open) : [textItem(node)];
      case 'Identifier':
        if (node.name === 'undefined') return [];
        return isConstant(node) ? [textItem(node, true)] : named(node, open);
      case 'JSXEmptyExpression':
        return [];
      case 'ChainExpression':
      case 'ParenthesizedExpression':
        return again(node.expression);
      default:
        return [textItem(node)];
    }
  }

  /** True when an element's component always renders the same root element. */
  function isSteady(node, open) {
    const name = nameOf(node);
    const own = names.get(name);
    if (own?.type !== 'FunctionDeclaration' || open.includes(own))
      return /^[a-z]/.test(name) || STEADY.includes(name);
    const items = drawn(own, [...open, own]);
    return items.length === 1 && items[0].isFixed && !items[0].isText;
  }

  /**
   * Lists the nodes that a variable or property may render, by its type or value in this file. An unknown one counts as
   * text.
   */
  function named(node, open) {
    const known = names.get(node.name);
    if (known?.type === 'TSTypeAnnotation') {
      const type = source.slice(known.start, known.end);
      if (/\bTextFreeChildren\b/.test(type)) return [elementItem(node)];
      return [{ ...textItem(node), isSlot: /\bReactNode\b/.test(type) }];
    }
    if (!known || open.includes(known)) return [textItem(node)];
    return drawn(known, [...open, known]).map((item) => ({ ...item, node }));
  }

  /** Lists the nodes that the children of an element or fragment may render, without blank texts. */
  function listed(children) {
    return children.flatMap((child) => {
      if (child.type === 'JSXText') return child.value.trim() === '' ? [] : [textItem(child, true)];
      return drawn(child.type === 'JSXExpressionContainer' ? child.expression : child);
    });
  }

  function report(items) {
    items.forEach(({ node, isText, isFixed }, place) => {
      if (!isText || (isFixed && items.slice(0, place).every((before) => before.isFixed))) return;
      const line = source.slice(0, node.start).split('\n').length;
      found.set(node.start, `${fileName}:${line} ${source.slice(node.start, node.end).trim()}`);
    });
  }

  forEachNode(program, (node) => {
    if (node.type === 'JSXFragment') return report(listed(node.children).map(going));
    if (isComponent(node)) return report(drawn(node.value ?? node).map(going));
    if (node.type !== 'JSXElement' || WRAPPING.includes(nameOf(node))) return;
    const kids = node.children.filter((kid) => listed([kid]).length > 0);
    const items = listed(kids);
    // A single child such as `children` may render several texts, which a page translator can move.
    const isList = kids.length > 1 || isRepeated(kids[0]);
    report(isList ? items : items.length > 1 ? items.filter(({ isSlot }) => isSlot) : []);
  });
  return [...found.values()];
}

const nameOf = (element) => element.openingElement.name.name ?? '';
const isConstant = ({ type, name }) => type === 'Identifier' && /^[A-Z][A-Z_]+$/.test(name);
const isComponent = ({ type, id, key }) =>
  (type === 'FunctionDeclaration' && /^[A-Z]/.test(id?.name)) ||
  (type === 'MethodDefinition' && key.name === 'render');
const isRepeated = (kid) => ['map', 'flatMap'].includes(kid?.expression?.callee?.property?.name);

/** Calls `visit` for every node. @param visit returns false to skip the nodes inside. */
function forEachNode(node, visit) {
  if (typeof node?.type === 'string' && visit(node) === false) return;
  for (const value of Object.values(node ?? {})) {
    if (value && typeof value === 'object') forEachNode(value, visit);
  }
}

/** Collects the properties, variables and functions that a file declares, by name. */
function namesOf(program) {
  const names = new Map();
  forEachNode(program, ({ type, key, typeAnnotation, id, init, body, ...rest }) => {
    if (type === 'VariableDeclarator' && id.type === 'Identifier') names.set(id.name, init);
    if (type === 'FunctionDeclaration') names.set(id.name, { type, id, body, ...rest });
    if (type === 'TSPropertySignature' && typeAnnotation) names.set(key.name, typeAnnotation);
    if (type === 'Identifier' && typeAnnotation) names.set(rest.name, typeAnnotation);
  });
  return names;
}

function returnsOf(body) {
  const returns = [];
  forEachNode(body, (node) => {
    if (node.type === 'ReturnStatement') returns.push(node.argument);
    return !/Function/.test(node.type);
  });
  return returns;
}
