const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
worker.addEventListener('message', ({ data: { core, prompt } }) => {
  document.querySelector('#core').textContent = core;
  document.querySelector('#prompt').textContent = prompt;
});
worker.addEventListener('error', ({ message }) => console.error(`the Worker failed: ${message}`));
