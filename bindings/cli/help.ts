/** The words of `--help`. */
import type { Command } from './arguments.js';

const overview = `promptasm: the system prompt, run-time context and tools of an agent, from one file

Usage
  promptasm render FILE [options]   print what the model is told
  promptasm check FILE [options]    find everything that is wrong, before the first turn
  promptasm lock FILE [options]     write down the hashes of it all, for check --lock
  promptasm diff A B [options]      what differs, and what stands of the cached prefix
  promptasm COMMAND --help          the options of a command
  promptasm --version

FILE is a manifest in YAML or JSON; paths in it are relative to it. A small one:

  config:
    persona: You help the people of {{company}}.
  sections:
    - { name: policy, order: 100, file: texts/policy.md }
    - name: style
      order: 200
      text: |-
        Be brief. Address the user as {{user}}.
  contexts:
    - { name: cwd, order: 10, text: "Working directory: /srv/app" }
  tools:
    - name: run
      description: Run a command.
      parameters: { type: object, properties: { command: { type: string } } }
    - { file: tools/edit.yaml }
  variables: { company: Acme, user: Ana }
  scopes:
    - label: plan
      sections: [{ name: policy, order: 100, text: Only plan. }]

Fields (all may be left out)
  config       persona, toolOrder, delimiters, includeHarnessIdentity, includeRuntimeContext,
               validate, detectMutation, core: as for createSystemPrompt
  sections     name, order, and text or file; complete and delimiters if wanted.
               They stand by rising order, then by name
  contexts     name, order, and text or file; delimiters if wanted
  tools        name, description, parameters (a JSON Schema); or file alone: a file that holds
               one tool or a list of them
  variables    name: value, both strings. A text refers to one as {{name}} or <<name>>
  suppressRuntimeContext   true turns all contexts off
  scopes       label, parent (another label) if wanted, and the fields above but config.
               A scope's entry replaces that of the same name outside; its tools are added

Texts are taken as they are. From a file, a byte order mark and one final line ending are left
out. In YAML, "|-" begins a block without a final line ending, and a text that begins with a brace
needs quotes.

Exit code: 0 all is well; 1 something is wrong with the manifest or what it names, or differs from
its lock or from the other manifest; 2 wrong usage.
`;

const shared = `  --var NAME=VALUE   set a variable: over the manifest's, in every scope; may be repeated
  --core KIND        wasm, pure or auto: what computes; the results are the same
  -h, --help         this text
`;

const render = `promptasm render FILE [options]: print what the model is told

Prints the system prompt, followed by one line ending, or nothing if it is empty.

Options
  --context          print the context snapshot instead: the user message after the history
  --tools            print the tools instead, as JSON
  --system           print the system prompt, as without any of these
  --all              print all three. Several parts come each under a heading line
  --json             print one JSON object: scope, core, system, sections (their names),
                     context, contexts (their names), tools
  --scope LABEL      what this scope of the manifest sees; without it, the global view
${shared}
If the view cannot be rendered, every problem in it goes to standard error.

Examples
  promptasm render promptasm.yaml
  promptasm render promptasm.yaml --all --scope plan --var user=Bo
  promptasm render promptasm.yaml --json | jq -r .system
`;

const check = `promptasm check FILE [options]: find everything that is wrong, before the first turn

Assembles and renders the global view and that of every scope, and prints all problems, one a
line, as file:line:column: message. Found are
  - faults of the manifest itself: unknown, missing and mistyped fields, files that cannot be read
  - references in texts that are malformed or name no variable
  - names in toolOrder that are no tools, several complete sections, invalid names
  - warnings: sections (or contexts) with the same order, tools with the same name in one view
  - with --lock: every section, context and tool that was added, removed, changed or moved since
    promptasm lock was run; what is gone stands at its line in the lock file
Behind an escape in a quoted text of the manifest, the place is where the text begins, and the
message tells line and column of the text. A line that ends with [scope "LABEL"] concerns that
scope, and not the global view.

Exit code: 0 nothing found; 1 problems or warnings; 2 wrong usage.

Options
  --lock[=FILE]      compare with the lock file, FILE.lock.json unless another is named
  --json             print one JSON object: file, findings (severity, message, file, line, column,
                     scope, and lock: change, kind, name)
${shared}
Examples
  promptasm check promptasm.yaml --var user=test
  promptasm check promptasm.yaml --lock
`;

const lock = `promptasm lock FILE [options]: write down the hashes of it all, for check --lock

Writes FILE.lock.json: for the global view and every scope, bytes and SHA-256 of each section,
context and tool as the model is told of it, in order, and of the whole. No texts. Commit the file,
and let CI run promptasm check FILE --lock; after a change that is meant, lock again.

Before it writes, it assembles the manifest registered in other orders, and in processes with
other time zones and locales. If anything comes out otherwise, it says what, and writes nothing.

Exit code: 0 written, or as it was; 1 the manifest has problems, or is not the same everywhere;
2 wrong usage.

Options
  --out FILE         write this file
  --print            print it instead, as it comes out here and now, without assembling it elsewhere
${shared}
Example
  promptasm lock promptasm.yaml
`;

const diff = `promptasm diff A B [options]: what differs, and what stands of the cached prefix
promptasm diff A [options]: the same for one manifest with other variables, or in another scope

Prints the cause: the first tool, or else the first section, in which what providers cache differs;
the differing lines of all sections, contexts and tools; and for each order in which providers
cache, how much of the beginning of the old request still stands: bytes, and estimated tokens.
A section, context or tool that only moved is named without its lines.

Exit code: 0 nothing differs; 1 something does, or a manifest has problems; 2 wrong usage.

Options
  --var-a NAME=VALUE set a variable for A, over --var
  --var-b NAME=VALUE the same for B
  --scope-a LABEL    what this scope sees, for A
  --scope-b LABEL    the same for B
  --scope LABEL      the same for both; without it, the global view
  --json             print one JSON object
${shared}
Examples
  promptasm diff old/promptasm.yaml promptasm.yaml
  promptasm diff promptasm.yaml --var-a user=Ana --var-b user=Bo
  promptasm diff promptasm.yaml --scope-b plan
`;

const help: Readonly<Record<Command, string>> = { render, check, lock, diff };

/** The help of one command, or of all. */
export function helpText(command: Command | undefined): string {
  return command === undefined ? overview : help[command];
}
