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

  /** @param hostKey an object that is to be the key; default: a new one. */
  create(label: string, parent: PromptScopeNode | undefined, hostKey: object | undefined): PromptScopeNode {
    checkName('scope', label);
    const key = hostKey === undefined ? createScopeKey(label) : this.freeKey(label, hostKey);
    return this.tree.add(key, label, new PromptLayer(), parent);
  }

  private freeKey(label: string, hostKey: unknown): ScopeKey {
    const what = `the key of scope "${label}"`;
    if (Object(hostKey) !== hostKey) {
      throw new PromptError('invalid-argument', `${what} must be an object, but is ${describeValue(hostKey)}`);
    }
    const key = hostKey as ScopeKey;
    const taken = this.tree.find(key);
    if (taken === undefined || taken.disposed) return key;
    throw new PromptError('invalid-argument', `${what} is already that of scope "${taken.label}"`, { scope: label });
  }

  /** The scope that a key or scope names. @throws PromptError when it is not of this registry, or disposed. */
  find(scope: ScopeKey | PromptScope): PromptScopeNode {
    const given: unknown = scope;
    const key = typeof given === 'object' && given !== null && 'key' in given ? given.key : given;
    // A key of the host's own may have a field of that name.
    const node = this.tree.find(given as ScopeKey) ?? this.tree.find(key as ScopeKey);
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
