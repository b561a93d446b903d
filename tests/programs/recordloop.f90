program recordloop
  implicit none
  integer :: i, s
  s = 0
  do i = 1, 1000
    s = add(s)
  end do
  print *, s
contains
  integer function add(x)
    integer, intent(in) :: x
    add = x + 1
  end function
end program
