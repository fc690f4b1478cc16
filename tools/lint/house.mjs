/** Rules of this code base, for `oxlint.config.mjs`. */

/**
 * How long a function is without the functions inside it. A factory that returns an object of functions is as long as a
 * class would be; what must stay short is each piece of it.
 */
const ownLines = {
  meta: {
    schema: [{ type: 'object', properties: { max: { type: 'integer' } }, additionalProperties: false }],
  },
  create(context) {
    const open = [];
    const enter = () => open.push({ inside: 0 });
    const leave = (node) => {
      const { inside } = open.pop();
      const whole = node.loc.end.line - node.loc.start.line + 1;
      const lines = whole - inside;
      const { max } = context.options[0];
      const message = `This function has ${lines} lines of its own; the limit is ${max}.`;
      if (lines > max) context.report({ node, message });
      // A function within one line takes no line from the one around it.
      if (open.length > 0) open.at(-1).inside += whole - 1;
    };
    const kinds = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
    return Object.fromEntries(
      kinds.flatMap((kind) => [
        [kind, enter],
        [`${kind}:exit`, leave],
      ]),
    );
  },
};

/** Each node of a selector is a fault. */
const refuse = (selector, message) => ({
  create: (context) => ({ [selector]: (node) => context.report({ node, message }) }),
});

export default {
  meta: { name: 'house' },
  rules: {
    'own-lines': ownLines,
    // `...{ a, b }` says nothing but that a line was full.
    'plain-fields': refuse(
      'ObjectExpression > SpreadElement > ObjectExpression',
      'Name the fields in the object itself.',
    ),
    // `core` says a choice as a union of texts, and so do all others.
    'no-enums': refuse('TSEnumDeclaration', 'A union of texts says it, and needs no code.'),
    'no-present': refuse("NewExpression[callee.name='Date'][arguments.length=0]", 'Ask the Clock port.'),
  },
};
