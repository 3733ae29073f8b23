/** The tree of scopes: which layer a key names and what encloses it. */

/** One scope; `Key` is what users hold, `Layer` what was registered in it. */
export interface ScopeNode<Key, Layer> {
  readonly key: Key;
  readonly label: string;
  readonly layer: Layer;
  parent: ScopeNode<Key, Layer> | undefined;
  disposed: boolean;
}

export class ScopeTree<Key extends object, Layer> {
  private readonly nodes = new WeakMap<Key, ScopeNode<Key, Layer>>();

  add(key: Key, label: string, layer: Layer, parent: ScopeNode<Key, Layer> | undefined): ScopeNode<Key, Layer> {
    const node = { key, label, layer, parent, disposed: false };
    this.nodes.set(key, node);
    return node;
  }

  find(key: Key): ScopeNode<Key, Layer> | undefined {
    return this.nodes.get(key);
  }

  /** The node and all that enclose it, the farthest first. */
  chain(node: ScopeNode<Key, Layer> | undefined): ScopeNode<Key, Layer>[] {
    const chain: ScopeNode<Key, Layer>[] = [];
    for (let cursor = node; cursor !== undefined; cursor = cursor.parent) chain.push(cursor);
    return chain.reverse();
  }

  /** Enclose a node; false (and nothing done) if the link would close a cycle. */
  setParent(node: ScopeNode<Key, Layer>, parent: ScopeNode<Key, Layer> | undefined): boolean {
    for (let cursor = parent; cursor !== undefined; cursor = cursor.parent) {
      if (cursor === node) return false;
    }
    node.parent = parent;
    return true;
  }
}
