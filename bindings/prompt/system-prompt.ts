/** One registry: its layers, its listeners, and the assembling over them. */
import type { Core } from '../core/types.js';
import { ChangeListeners } from '../registry/changes.js';
import { ListenerList } from '../registry/listeners.js';
import { RegistryVersion } from '../registry/version.js';
import { type AssembleSettings, assemble, type Dispatch } from './assemble.js';
import { dispatchAssemble, type ScopedListener } from './assemble-event.js';
import { type CheckedConfig, checkToolOrder } from './config.js';
import { ALL_SPELLINGS } from './delimiters.js';
import { describeValue, quoteAll } from './describe.js';
import { PromptError } from './errors.js';
import { checkFunction } from './input.js';
import { nameOf, readLabel } from './labels.js';
import type { LayerChain } from './layer.js';
import { Registrar, type RegistrationTarget } from './registrar.js';
import { type CallsFor, type LayerCalls, type OpenedScope, registryOver } from './registry-calls.js';
import type { RenderSettings } from './render-settings.js';
import { failAtOnce } from './report.js';
import { contextIn } from './scope-key.js';
import { assertUsable, type PromptScopeNode, PromptScopes } from './scopes.js';
import { IDENTITY_SECTION, IDENTITY_TEXT, PERSONA_ORDER, PERSONA_SECTION, SECTION_ORDERS } from './section-orders.js';
import type { CoreInfo, SystemPrompt } from './system-prompt-types.js';
import type { AssembleContext, AssembleListener, ChangeListener, Disposer, ListenerOptions } from './types.js';
import { verifyViews } from './verify.js';
import { PromptView } from './view.js';

/** Who registered what a registry begins with: the library, and the configuration. */
const IDENTITY_LABEL = 'promptasm';
const CONFIG_LABEL = 'config';

const EVENTS = ['system-prompt/assemble', 'system-prompt/change'];

/** Make a registry on a core. */
export function makeSystemPrompt(config: CheckedConfig, core: Core, coreInfo: CoreInfo): SystemPrompt {
  checkToolOrder(core, config.toolOrder);
  const settings: AssembleSettings = {
    core,
    spellings: config.spellings,
    ownSpellings: config.spellings !== ALL_SPELLINGS,
    toolOrder: config.toolOrder,
    reading: { validate: config.validate, detectMutation: config.detectMutation },
  };
  const scopes = new PromptScopes();
  const changes = new ChangeListeners();
  const listeners = new ListenerList<ScopedListener>();
  const version = new RegistryVersion();
  const registrar = new Registrar(changes, version);
  const views = new WeakMap<PromptScopeNode, RenderedView>();
  let globalView: RenderedView | undefined;

  function makeView(node: PromptScopeNode | undefined): RenderedView {
    const chain = (): LayerChain => scopes.chain(node);
    const view = new PromptView({ core, chain, version });
    const dispatch: Dispatch = (assembly, context) => dispatchAssemble(listeners, scopes, node, assembly, context);
    return { view, rendering: { view, spellings: config.spellings }, dispatch };
  }

  function viewOf(node: PromptScopeNode | undefined): RenderedView {
    if (node === undefined) {
      globalView ??= makeView(undefined);
      return globalView;
    }
    let view = views.get(node);
    if (view === undefined) {
      view = makeView(node);
      views.set(node, view);
    }
    return view;
  }

  function callsFor(node: PromptScopeNode | undefined, plugin: string | undefined): LayerCalls {
    const target: RegistrationTarget = {
      layer: node === undefined ? scopes.global : node.layer,
      scope: node?.label,
      label: plugin ?? node?.label,
      assertUsable: () => {
        if (node !== undefined) assertUsable(node);
      },
    };
    return {
      section: (section) => registrar.section(target, section),
      context: (context) => registrar.context(target, context),
      tools: (provider) => registrar.tools(target, provider),
      variable: (name, provider) => registrar.variable(target, name, provider),
      suppressRuntimeContext: () => registrar.suppressRuntimeContext(target),
      on: (event: string, listener: AssembleListener | ChangeListener, options?: ListenerOptions): Disposer => {
        checkEvent(event);
        checkFunction(`a listener of ${event}`, listener);
        const prepend = options?.prepend === true;
        const label = readLabel('a listener', options) ?? plugin ?? nameOf(listener) ?? node?.label;
        return registrar.listener(target, () =>
          event === 'system-prompt/change'
            ? changes.add(listener as ChangeListener, prepend)
            : listeners.add({ listener: listener as AssembleListener, label, scope: node }, prepend),
        );
      },
      openScope: (label, options) => {
        target.assertUsable();
        const parent = options?.parent === undefined ? node : scopes.find(options.parent);
        return openScope(scopes.create(label, parent, options?.key));
      },
    };
  }

  function openScope(node: PromptScopeNode): OpenedScope {
    return {
      callsFor: (plugin) => callsFor(node, plugin),
      label: node.label,
      key: node.key,
      setParent: (parent) => {
        assertUsable(node);
        scopes.setParent(node, parent === undefined ? undefined : scopes.find(parent));
        version.advance();
        changes.announceUndone();
      },
      dispose: () => {
        if (node.disposed) return;
        node.disposed = true;
        node.layer.owned.undoAll();
      },
    };
  }

  const global: CallsFor = (plugin) => callsFor(undefined, plugin);
  const configured = global(CONFIG_LABEL);
  if (config.includeHarnessIdentity) {
    const order = SECTION_ORDERS.HARNESS_IDENTITY;
    global(IDENTITY_LABEL).section({ name: IDENTITY_SECTION, order, text: IDENTITY_TEXT });
  }
  configured.section({ name: PERSONA_SECTION, order: PERSONA_ORDER, text: config.persona });
  if (!config.includeRuntimeContext) configured.suppressRuntimeContext();

  return {
    ...registryOver(global, undefined),
    core: coreInfo,
    // Not an async function: one that returns another's promise costs three turns of the queue.
    assemble: (context: AssembleContext = {}) => {
      let rendered: RenderedView;
      try {
        checkContext(context);
        rendered = viewOf(context.scope === undefined ? undefined : scopes.find(context.scope));
      } catch (error) {
        return Promise.reject(error);
      }
      return assemble(settings, rendered.view, rendered.rendering, rendered.dispatch, context, failAtOnce);
    },
    verify: async (options = {}) => {
      const context = options.context ?? {};
      const nodes = [undefined, ...(options.scopes ?? []).map((scope) => scopes.find(scope))];
      return verifyViews(
        settings,
        nodes.map((node) => ({
          ...makeView(node),
          label: node?.label,
          context: node === undefined ? context : contextIn(node.key, context),
        })),
        options.volatility !== false,
      );
    },
  };
}

/** A view with what assembling and rendering need beside it. */
interface RenderedView {
  readonly view: PromptView;
  readonly rendering: RenderSettings;
  readonly dispatch: Dispatch;
}

function checkEvent(event: string): void {
  if (EVENTS.includes(event)) return;
  throw new PromptError('invalid-argument', `unknown event ${describeValue(event)}; events are ${quoteAll(EVENTS)}`);
}

function checkContext(context: unknown): void {
  if (typeof context !== 'object' || context === null) {
    throw new PromptError(
      'invalid-argument',
      `the context of assemble() must be an object, but got ${describeValue(context)}`,
    );
  }
  const { signal, listenerTrace } = context as { signal?: unknown; listenerTrace?: unknown };
  checkMember('signal must be an AbortSignal', signal, 'throwIfAborted');
  checkMember('listenerTrace must be what traceListeners() returned', listenerTrace, 'watch');
}

/** Check that a value, if there is one, has what makes it what it must be. */
function checkMember(rule: string, value: unknown, member: string): void {
  if (value === undefined || (typeof value === 'object' && value !== null && member in value)) return;
  throw new PromptError('invalid-argument', `${rule}, but got ${describeValue(value)}`);
}
