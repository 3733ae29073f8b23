/** The canonical order: by number, then by name in code-unit order, equal ones as they came. */
import { take } from '../memory/arena';
import { compareStrings } from '../text/table';

/** Runs this short are sorted by insertion before they are merged. */
const RUN: i32 = 8;

/** What is being sorted; set by `sort` for the comparison below. */
let names: usize = 0;
let nameCount: i32 = 0;
let orders: usize = 0;

function before(left: i32, right: i32): bool {
  if (orders != 0) {
    const leftOrder = load<f64>(orders + ((<usize>left) << 3));
    const rightOrder = load<f64>(orders + ((<usize>right) << 3));
    if (leftOrder != rightOrder) return leftOrder < rightOrder;
  }
  return compareStrings(names, nameCount, left, names, nameCount, right) < 0;
}

function get(list: usize, index: i32): i32 {
  return load<i32>(list + ((<usize>index) << 2));
}

function set(list: usize, index: i32, value: i32): void {
  store<i32>(list + ((<usize>index) << 2), value);
}

function sortRun(list: usize, from: i32, to: i32): void {
  for (let index = from + 1; index < to; index++) {
    const moving = get(list, index);
    let place = index;
    while (place > from && before(moving, get(list, place - 1))) {
      set(list, place, get(list, place - 1));
      place -= 1;
    }
    set(list, place, moving);
  }
}

function merge(source: usize, target: usize, from: i32, middle: i32, to: i32): void {
  let left = from;
  let right = middle;
  for (let place = from; place < to; place++) {
    const takeRight = left == middle || (right < to && before(get(source, right), get(source, left)));
    if (takeRight) {
      set(target, place, get(source, right));
      right += 1;
    } else {
      set(target, place, get(source, left));
      left += 1;
    }
  }
}

/**
 * @param table `count` names.
 * @param orderList `count` float64, or 0 to sort by name alone.
 * @returns address of `count` int32: the stable permutation.
 */
export function sort(count: i32, table: usize, orderList: usize): usize {
  names = table;
  nameCount = count;
  orders = orderList;
  let source = take((<usize>count) << 2);
  for (let index = 0; index < count; index++) set(source, index, index);
  for (let from = 0; from < count; from += RUN) sortRun(source, from, min(from + RUN, count));
  if (count <= RUN) return source;
  let target = take((<usize>count) << 2);
  for (let width = RUN; width < count; width <<= 1) {
    for (let from = 0; from < count; from += width << 1) {
      const middle = min(from + width, count);
      merge(source, target, from, middle, min(middle + width, count));
    }
    const swap = source;
    source = target;
    target = swap;
  }
  return source;
}
