export default {
  optimizeDeps: { exclude: ['promptasm'] },
};
