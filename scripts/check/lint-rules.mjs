/**
 * Rules of this project's own, for the linter.
 *
 * @typedef {{ type: string, name?: string, async?: boolean, callee?: any, arguments?: any[], argument?: any, parent?: any }} Node
 * @typedef {{ report: (problem: { node: Node, message: string }) => void }} Context
 */

/** @param {Context} context */
function noCurrentDate(context) {
  return {
    /** @param {Node} node */
    NewExpression(node) {
      if (node.callee.name === 'Date' && node.arguments?.length === 0) {
        context.report({ node, message: "Take the run's clock as a parameter." });
      }
    },
  };
}

/** @param {Context} context */
function noAsyncFunction(context) {
  /** @param {Node} node */
  const check = (node) => {
    if (node.async) {
      context.report({ node, message: 'The engine is synchronous: main sets the speed.' });
    }
  };
  return { FunctionDeclaration: check, FunctionExpression: check, ArrowFunctionExpression: check };
}

/** @param {Context} context */
function noStoreSetState(context) {
  return {
    /** @param {Node} node */
    CallExpression(node) {
      const { property, object } = node.callee;
      if (property?.name === 'setState' && object.type !== 'ThisExpression') {
        context.report({ node, message: 'A store is changed by the actions in its file alone.' });
      }
    },
  };
}

/** @param {Context} context */
function noLiteralSpread(context) {
  return {
    /** @param {Node} node */
    SpreadElement(node) {
      if (node.argument.type === 'ObjectExpression' && node.parent.type === 'ObjectExpression') {
        context.report({ node, message: 'Write the fields themselves: a spread hides unknown fields.' });
      }
    },
  };
}

export default {
  meta: { name: 'orrery' },
  rules: {
    'no-current-date': { create: noCurrentDate },
    'no-async-function': { create: noAsyncFunction },
    'no-store-set-state': { create: noStoreSetState },
    'no-literal-spread': { create: noLiteralSpread },
  },
};
