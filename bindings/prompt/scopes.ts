/** Scopes of one registry: making them, finding them, disposing of them. */
import { type ScopeNode, ScopeTree } from '../registry/scopes.js';
import { describeValue } from './describe.js';
import { PromptError } from './errors.js';
import { checkName } from './input.js';
import { type LayerChain, PromptLayer } from './layer.js';
import { createScopeKey } from './scope-key.js';
import type { PromptScope, ScopeKey } from './types.js';

export type PromptScopeNode = ScopeNode<ScopeKey, PromptLayer>;

export class PromptScopes {
  readonly global = new PromptLayer();
  private readonly tree = new ScopeTree<ScopeKey, PromptLayer>();

  create(label: string, parent: PromptScopeNode | undefined): PromptScopeNode {
    checkName('scope', label);
    return this.tree.add(createScopeKey(label), label, new PromptLayer(), parent);
  }

  /** The scope that a key or scope names. @throws PromptError when it is not of this registry, or disposed. */
  find(scope: ScopeKey | PromptScope): PromptScopeNode {
    const key: unknown = typeof scope === 'object' && scope !== null && 'key' in scope ? scope.key : scope;
    const node = typeof key === 'object' && key !== null ? this.tree.find(key as ScopeKey) : undefined;
    if (node === undefined) {
      const found = typeof key === 'object' ? 'one of another registry, or none' : describeValue(key);
      throw new PromptError('unknown-scope', `scope must be the key of a scope of this registry, but is ${found}`);
    }
    assertUsable(node);
    return node;
  }

  /** The layers that an assembly of a scope (or of none) sees. */
  chain(node: PromptScopeNode | undefined): LayerChain {
    return [this.global, ...this.tree.chain(node).map(({ layer }) => layer)];
  }

  /** Whether `inner` is `outer` or enclosed in it. */
  isWithin(inner: PromptScopeNode | undefined, outer: PromptScopeNode): boolean {
    for (let cursor = inner; cursor !== undefined; cursor = cursor.parent) if (cursor === outer) return true;
    return false;
  }

  setParent(node: PromptScopeNode, parent: PromptScopeNode | undefined): void {
    if (this.tree.setParent(node, parent)) return;
    throw new PromptError(
      'scope-cycle',
      `scope "${node.label}" cannot be enclosed in "${parent?.label}": that scope is already within it, which would close a cycle`,
      { scope: node.label },
    );
  }
}

export function assertUsable(node: PromptScopeNode): void {
  if (!node.disposed) return;
  throw new PromptError('scope-disposed', `scope "${node.label}" is disposed and cannot be used again`, {
    scope: node.label,
  });
}
