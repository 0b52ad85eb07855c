import { parseSync } from 'vite';

/** Components that are always the same one element: a fixed text may follow them. */
const STEADY = ['Icon', 'Link'];
/** Their own texts become elements. */
const WRAPPING = ['Button', 'ButtonLink', 'ButtonAnchor'];

const textItem = (node, isFixed = false) => ({ node, isText: true, isFixed });
const elementItem = (node, isFixed = false) => ({ node, isText: false, isFixed });
const going = (item) => ({ ...item, isFixed: false });

/**
 * Finds each text that React changes, removes or inserts before by its DOM node, in a file of TSX. A page translator
 * replaces these nodes. A text that is the only child of its element has no such node: React sets the element's content.
 *
 * @returns for each the line and the source.
 */
export function bareTexts(fileName, source) {
  const { program, errors } = parseSync(fileName, source);
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0].message}`);
  const names = namesOf(program);
  const found = new Map();

  /** What an expression may draw. A fragment among it is a list of its own, which comes and goes. */
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
        // Drawn elsewhere, or already in elements.
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

  /** Whether it is one and the same element, whatever changes. */
  function isSteady(node, open) {
    const name = nameOf(node);
    const own = names.get(name);
    if (own?.type !== 'FunctionDeclaration' || open.includes(own))
      return /^[a-z]/.test(name) || STEADY.includes(name);
    const items = drawn(own, [...open, own]);
    return items.length === 1 && items[0].isFixed && !items[0].isText;
  }

  /** A name stands for what the file says of it: the type of a property, or a value. What is not known is a text. */
  function named(node, open) {
    const known = names.get(node.name);
    if (known?.type === 'TSTypeAnnotation') {
      const type = source.slice(known.start, known.end);
      if (/\bElements\b/.test(type)) return [elementItem(node)];
      return [{ ...textItem(node), isSlot: /\bReactNode\b/.test(type) }];
    }
    if (!known || open.includes(known)) return [textItem(node)];
    return drawn(known, [...open, known]).map((item) => ({ ...item, node }));
  }

  /** The children of an element or fragment as one list. */
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
    // Children that are handed in may be a list: one that something else takes the place of loses its texts.
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

function forEachNode(node, visit) {
  if (typeof node?.type === 'string') visit(node);
  for (const value of Object.values(node ?? {})) {
    if (value && typeof value === 'object') forEachNode(value, visit);
  }
}

/** The types of the properties that a file declares, and its values that are not destructured. */
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
  const visit = (node) => {
    if (node?.type === 'ReturnStatement') returns.push(node.argument);
    if (/Function/.test(node?.type)) return;
    for (const value of Object.values(node ?? {})) if (value && typeof value === 'object') visit(value);
  };
  visit(body);
  return returns;
}
